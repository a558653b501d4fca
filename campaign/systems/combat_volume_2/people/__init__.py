"""Men: checks, wounds, being noticed, moving, spotting, fire, grenades, melee, medics, shells."""
