"""The seats of a battle or campaign on the screen: who sits, what is offered, what one may do about it."""
