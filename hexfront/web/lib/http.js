// @ts-check
/** Requests to the server, answered with JSON or one clear error. */

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function fetchJson(path, options) {
  const response = await fetch(path, options);
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error?.message ?? response.statusText);
  return body;
}

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export function postJson(path, body) {
  return fetchJson(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}
