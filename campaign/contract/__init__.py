"""What every rule system promises, and what tries whether one keeps it: of ours in the tests, of anybody's by
`wardiary systems try`."""
