"""What Skybridge tells people: what a tap would do, what a move brings about, where points come from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cloudtop.core.scene import Item, Picture
from cloudtop.core.state import ScoreLine
from cloudtop.core.teller import About, Brings, Counted, Deed, Sign, Thing, Where
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.board import spot
from cloudtop.games.skybridge.art.hands import piece_picture
from cloudtop.games.skybridge.art.layout import sprite_of
from cloudtop.games.skybridge.art.measures import LID_SUMMIT
from cloudtop.games.skybridge.art.naming import capital, place_name
from cloudtop.games.skybridge.art.roof import ROOF_SUMMIT
from cloudtop.games.skybridge.board import Board, Tower
from cloudtop.games.skybridge.moves import CELLS, FOUNDATIONS, Block, Bridge, Cell, Move, Pass, Placement, Roof
from cloudtop.games.skybridge.pieces import BRIDGE, COLOUR_NAMES, PIECES, ROOF, Box, Piece
from cloudtop.games.skybridge.prose import piece_name

PLACE = "place"
"""The one step of a turn."""
BOARD = "board"

# ---------------------------------------------------------------------------------------- a turn


def steps(board: Board) -> tuple[str, ...]:
    """A turn is one step: a piece is placed."""
    return (PLACE,)


def step(move: Move) -> str:
    """Every move belongs to that step."""
    return PLACE


def ask(board: Board, words: Words, targets: Collection[str], chosen: Collection[str]) -> str:
    """What a tap would do next, after what has been picked."""
    if not board.in_turn or not targets:
        return ""
    piece = next(iter(pieces_of(chosen)), None)
    cells = cells_of(chosen)
    if piece is None:
        return ask_piece(board, words, pieces_of(targets), cells)
    name = piece_name(board.box, piece, words)
    needed = 2 if piece.kind == BRIDGE else 1
    if len(cells) == needed:
        what = what_it_does(words, piece, board[cells[0]])
        return words("ask.done-or" if set(targets) - set(chosen) else "ask.done", what=what)
    if cells:
        return words("ask.bridge-far", piece=name)
    if piece.kind == BRIDGE:
        return words("ask.bridge", piece=name)
    only = "-only" if len(cells_of(targets)) == 1 else ""
    return words(f"ask.{'roof' if piece.kind == ROOF else 'block'}{only}", piece=name)


def pieces_of(targets: Collection[str]) -> list[Piece]:
    """The pieces among some targets."""
    return [PIECES[target[5:]] for target in targets if target.startswith("hand:")]


def cells_of(targets: Collection[str]) -> list[Cell]:
    """The foundations among some targets."""
    return [CELLS[target[5:]] for target in targets if target.startswith("cell:")]


def ask_piece(board: Board, words: Words, playable: list[Piece], cells: list[Cell]) -> str:
    """Which piece may be chosen: any that fits, one of a colour, the only one, or one for a tower."""
    if cells:
        return words("ask.piece-for", place=place_name(board[cells[0]], words, this=True))
    if len(playable) == 1:
        return words("ask.piece-only", piece=piece_name(board.box, playable[0], words))
    if board.colour is not None:
        return words("ask.piece-of", colour=colour_name(board.colour, words))
    return words("ask.cell-hand")


def what_it_does(words: Words, piece: Piece, tower: Tower) -> str:
    """What placing a piece there does to the tower, as a clause."""
    kind = {ROOF: "roof", BRIDGE: "bridge"}.get(piece.kind, "block")
    return words(
        f"what.{kind}",
        piece=piece_name(tower.box, piece, words),
        place=place_name(tower, words, this=True),
        height=tower.height + tower.box.storeys_of(piece),
    )


def colour_name(colour: int, words: Words) -> str:
    """A colour in words."""
    return words(f"colour.{COLOUR_NAMES[colour]}")


# ---------------------------------------------------------------------------------------- a move


def tell(before: Board, move: Move, after: Board, words: Words) -> Deed | None:
    """The report of a placement and its effects. Both boards are those of the seat that made it."""
    if isinstance(move, Pass):
        return None
    towers = [after[cell] for cell in move.cells]
    marks = tuple([tower.pieces[-1].id for tower in towers])
    return Deed(
        deed_text(move, [before[cell] for cell in move.cells], words),
        piece_picture(before.box, move.piece),
        BOARD,
        marks,
        (*on_the_towers(before, move, after, marks, words), *whose_turn(before, after, words)),
    )


def deed_text(move: Placement, under: Sequence[Tower], words: Words) -> str:
    """A placement without coordinates, on the towers as they were before it."""
    piece, height = piece_name(under[0].box, move.piece, words), under[0].height
    places = [place_name(tower, words) for tower in under]
    if isinstance(move, Bridge):
        return words("deed.bridge", piece=piece, near=places[0], far=places[1])
    if isinstance(move, Roof) and height:
        return words("deed.roof", piece=piece, place=places[0], height=height)
    return words("deed.place", piece=piece, place=places[0])


def tower_ids(tower: Tower) -> tuple[str, ...]:
    """The items of all pieces of a tower."""
    return tuple([placed.id for placed in tower.pieces])


def on_the_towers(
    before: Board, move: Placement, after: Board, marks: tuple[str, ...], words: Words
) -> Iterator[Brings]:
    """The effects of a placement on its towers, and on the seats that score them."""
    height = after[move.cells[0]].height
    if isinstance(move, Block):
        yield Brings(words("brings.height", height=height), None, marks)
    else:
        colour = colour_name(move.colour, words)
        roofs = before.hand.pieces.get(Piece(move.colour, ROOF), 0)
        if isinstance(move, Bridge):
            yield Brings(words("brings.heights", height=height), None, marks)
            yield Brings(words("brings.joins" if roofs else "brings.roofless", colour=colour), bool(roofs), marks)
        else:
            yield from on_the_roof(move, after, colour, marks, words)
            if roofs == 1:
                yield Brings(words("brings.last-roof", colour=colour), None, marks)
            return
    own = after.box.own_colours(before.players, before.hand.seat)
    for cell in move.cells:
        for piece in after.bridges:
            for far in across(piece, cell, after):
                roof = after[far].roof
                if roof is not None and roof.colour == piece.colour:
                    feeds = words("brings.feeds", colour=colour_name(piece.colour, words))
                    yield Brings(feeds, piece.colour in own, tower_ids(after[far]))


def on_the_roof(move: Roof, after: Board, colour: str, marks: tuple[str, ...], words: Words) -> Iterator[Brings]:
    """What a roof counts from now on."""
    tower = after[move.cell]
    if not tower.height:
        yield Brings(words("brings.nothing"), False, marks)
        return
    yield Brings(words("brings.closes", colour=colour), True, tower_ids(tower))
    for far in across(Piece(move.colour, BRIDGE), move.cell, after):
        yield Brings(words("brings.across", colour=colour), True, tower_ids(after[far]))


def across(bridge: Piece, cell: Cell, board: Board) -> list[Cell]:
    """The foundation at the other end of a bridge that lies on this one."""
    under = board.bridges.get(bridge, ())
    return [end for end in under if end != cell] if cell in under else []


def whose_turn(before: Board, after: Board, words: Words) -> Iterator[Brings]:
    """Who is skipped, who goes on, and whether the game is over."""
    order, seat, players = before.box.order, before.hand.seat, before.players
    if after.turn is None:
        yield Brings(words("brings.end"))
    elif after.turn == seat and after.colour == before.colour:
        yield Brings(words("brings.again"))
    elif after.colour is not None and before.colour is not None:
        yield from [skipped(colour, words) for colour in passed_over(order, before.colour, after.colour)]
    elif after.turn != (seat + 1) % players:
        yield from [skipped(order[other], words) for other in passed_over(range(players), seat, after.turn)]


def passed_over(order: Sequence[int], now: int, then: int) -> Sequence[int]:
    """Those between two in a round; all others where it is the same one again.

    >>> passed_over((0, 2, 1, 3), 2, 3), passed_over((0, 1, 2), 1, 2), passed_over((0, 1, 2), 1, 1)
    ((1,), (), (2, 0))
    """
    place = order.index(now)
    following = (*order[place + 1 :], *order[: place + 1])
    return following[: following.index(then)]


def skipped(colour: int, words: Words) -> Brings:
    """A colour whose turn it would have been."""
    return Brings(capital(words("brings.skips", colour=colour_name(colour, words))))


# ---------------------------------------------------------------------------------------- points and pieces


def where(board: Board, seat: int, line: ScoreLine) -> Where | None:
    """The tower that a line counts: the roofed one, or the one at the far end of the bridge."""
    far = line.fields["far"]
    tower = board[FOUNDATIONS[line.fields["cell"] if far < 0 else far]]
    return Where(BOARD, (Counted(tower_ids(tower), line.points),))


def about(board: Board, words: Words, panel: str, item: str) -> About | None:
    """A piece of a hand or of a tower, or a tower as a whole."""
    if panel != BOARD:
        piece = PIECES.get(item)
        return None if piece is None else about_piece(board, words, piece)
    kind, _, rest = item.partition("-")
    name, _, level = rest.partition("-")
    if kind == "bridge" and rest in PIECES:
        return about_piece(board, words, PIECES[rest])
    if name not in CELLS:
        return None
    tower = board[CELLS[name]]
    if kind in ("piece", "draft", "last") and tower.top:
        if not level:
            return about_piece(board, words, tower.top)
        known = level.isdecimal() and int(level) < len(tower.pieces)
        return about_piece(board, words, tower.pieces[int(level)].piece) if known else None
    return about_tower(tower, words)


def about_piece(board: Board, words: Words, piece: Piece) -> About:
    """A piece: what it is good for, and where it may go."""
    box = board.box
    kind, rule = {ROOF: ("roof", "roof-owns"), BRIDGE: ("bridge", "score")}.get(piece.kind, ("block", "block-lowest"))
    if board.players == 3 and piece.colour == box.neutral:
        kind, rule = "neutral", "three-players"
    text = words(f"about.{kind}", storeys=box.storeys_of(piece))
    return About(capital(piece_name(box, piece, words)), text, rule, piece_picture(box, piece))


def about_tower(tower: Tower, words: Words) -> About:
    """A tower from the ground up, or a bare foundation."""
    title = capital(place_name(tower, words, this=True))
    if tower.bare:
        return About(title, words("about.bare"), "block-lowest", bare_picture())
    pieces = words("about.comma").join(piece_name(tower.box, placed.piece, words) for placed in tower.pieces)
    owner = "" if tower.roof is None else colour_name(tower.roof.colour, words)
    key, rule = ("about.closed", "roof-closes") if owner else ("about.tower", "roof-owns")
    text = words(key, height=tower.height, colour=owner, pieces=pieces)
    return About(title, text, rule, tower_picture(tower))


def tower_picture(tower: Tower) -> Picture:
    """A tower by itself, on its foundation."""
    items = [Item("foundation", "skybridge-foundation", 0.0, 0.0, -1.0)]
    for placed in tower.pieces:
        y = spot((1, 1), placed.base)[1]
        sprite = f"skybridge-{placed.piece.colour_name}-{sprite_of(placed, 0)}"
        items.append(Item(f"piece-{placed.level}", sprite, 0.0, y, float(placed.level)))
    top = spot((1, 1), tower.height)[1] - max(ROOF_SUMMIT, LID_SUMMIT) - 12
    return Picture((-140.0, top, 280.0, 100.0 - top), tuple(items))


def bare_picture() -> Picture:
    """A foundation by itself."""
    item = Item("foundation", "skybridge-foundation", 0.0, 0.0, 0.0)
    return Picture((-100.0, -80.0, 200.0, 170.0), (item,))


def signs(box: Box, players: int, seat: int, words: Words) -> tuple[Sign, ...]:
    """The colours that score for a seat."""
    return tuple(
        [
            Sign(f"skybridge-sign-{COLOUR_NAMES[colour]}", capital(colour_name(colour, words)))
            for colour in box.own_colours(players, seat)
        ]
    )


# ---------------------------------------------------------------------- what statistics are kept of


def used(box: Box, move: Move) -> tuple[Thing, ...]:
    """The kind of piece that is placed, whatever its colour."""
    return () if isinstance(move, Pass) else (Thing("piece", box.kinds[move.piece.kind].name),)


def say_thing(box: Box, thing: Thing, words: Words) -> str:
    """A kind of piece, or what towers count as."""
    if thing.kind == "score":
        return words(f"scored.{thing.name}")
    kind = next(kind for kind in box.kinds if kind.name == thing.name)
    return words(f"piece.{thing.name}", storeys=kind.storeys)
