"""Kesselschlacht: First Panzer Army in the pocket of Kamenets-Podolskiy, March and April 1944."""
