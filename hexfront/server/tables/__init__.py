"""Games being played, who watches them, and what each is sent."""
