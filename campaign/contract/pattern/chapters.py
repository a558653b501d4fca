"""All chapters of the rules, and the one question that they answer together."""

from campaign.contract.pattern import firing, moving, turns
from campaign.contract.pattern.play import Play
from campaign.rules.chapters import Chapter, Question, Table

ACTING: Chapter[Play] = Chapter(
    questions=(Question(kind="act", asked=turns.whose_turn, answers=(moving.MOVE, firing.FIRE, turns.WAIT)),)
)

TABLE: Table[Play] = Table([turns.CHAPTER, moving.CHAPTER, firing.CHAPTER, ACTING], sequence="1", over="3")
