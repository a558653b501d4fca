"""Whether the server does what its description says: battles and a campaign in full course, asked by all roles."""
