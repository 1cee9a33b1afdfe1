"""Dead hands: challenges and their verdict, what goes back to the rack, deaths nobody saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..card import DeadTest, Exposure, dead_test
from ..model import Challenge, Dead
from ..state import as_naturals
from ..tiles import JOKER, UNKNOWN, tile_name
from . import claims
from .exposures import FATAL

if TYPE_CHECKING:
    from ..replay import HandReplay

__all__ = ["Dispute", "Verdict", "challenge", "close", "declare_dead", "verdict"]

#: Causes of death, as records may word them, that a replay can refute from public evidence.
_BY_CARD: Final = (
    "fit", "no line", "concealed line", "key tile", "gone", "ground a", "ground b", "ground c",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a hand is dead by what everybody could see.

    Attributes:
        dead: None where it cannot be said. ground: ``a`` to ``d``. text: The reason.
        surviving: Ids of the lines that it can still be won with.
    """

    dead: bool | None
    ground: str | None
    text: str
    surviving: tuple[str, ...] = ()


@dataclass(slots=True)
class Dispute:
    """A challenge that was made.

    Attributes:
        event: Its index. p: Challenger. of: The challenged player. ground: As said.
        answer: ``accept``, ``deny`` or None. verdict: What the facts were at that moment.
        ruled: Whether the hand was declared dead after it.
    """

    event: int
    p: str
    of: str
    ground: str | None
    answer: str | None
    verdict: Verdict
    ruled: bool = False


def verdict(replay: HandReplay, person: str) -> Verdict:
    """Return what a challenge of a player would find now."""
    player, state = replay.player(person), replay.state
    for flaw in player.flaws:
        ground = {"CLM-09": "b"}.get(flaw.code, "a" if flaw.code in FATAL else "d")
        return Verdict(True, ground, f"A-{flaw.code} at event {flaw.event + 1}")
    if replay.level == "result":
        return Verdict(None, None, "a record of results holds no exposures")
    if replay.card is None:
        return Verdict(None, None, "no card")
    shown = player.shown
    if replay.rules.misname_exposure == "no_penalty":
        # what was laid down on a wrong name is taken back without a penalty
        shown = tuple(e for e in shown if not _holds_another(e))
    if any(e.kind == UNKNOWN for e in shown):
        return Verdict(None, None, "an exposed tile is unknown")
    return _as_verdict(dead_test(replay.card, as_naturals(shown), state.visible()))


def _holds_another(exposure: Exposure) -> bool:
    """Whether a natural of another kind lies in an exposure."""
    return any(tile not in (exposure.kind, JOKER, UNKNOWN) for tile in exposure.tiles)


def _as_verdict(test: DeadTest) -> Verdict:
    lines = tuple(line.id for line in test.surviving)
    return Verdict(test.dead, test.ground, test.text, lines)


def challenge(replay: HandReplay, event: Challenge) -> None:
    """Note a challenge and what it would have found."""
    replay.begin_play(event)
    reason = ""
    if not replay.rules.challenges:
        reason = "no challenges at this table"
    elif event.p == event.of:
        reason = "of the own hand"
    elif replay.player(event.p).dead is not None:
        reason = f"by {event.p}, whose hand is dead"
    if reason:
        replay.fault("DH-01", event.p, reason, recorded=event.of)
        return
    if replay.player(event.of).dead is not None:
        _dead_already(replay, event.p, event.of)
        return
    found = verdict(replay, event.of)
    if event.ground == "d" and found.dead is False and replay.level != "full":
        found = Verdict(None, "d", "a breach of the rules may have been seen that is not recorded")
    replay.challenges.append(
        Dispute(replay.index, event.p, event.of, event.ground, event.answer, found)
    )
    if event.answer == "deny" and found.dead is None:
        replay.skip("A-DH-02", found.text)
    if event.answer == "accept":
        _stop(replay, event.of, "challenge accepted")


def _dead_already(replay: HandReplay, challenger: str | None, of: str) -> None:
    """Note that a hand is called dead which is: nothing is in dispute and nobody pays for it."""
    cause = replay.player(of).dead
    detail = f"the hand of {of} is dead already: {cause}"
    replay.fault("DH-01", challenger, detail, recorded=of, note=True)


def _stop(replay: HandReplay, person: str, cause: str) -> None:
    """Take a player out of the play and pass the turn on."""
    state, player = replay.state, replay.player(person)
    if state.unlocked is not None and state.unlocked[0] == person:
        claims.close(replay)  # what was laid down stands now
    player.dead = cause
    if state.turn == person:
        state.turn = replay.skipped or state.after(person)
        state.taken = False
        replay.skipped = None
    state.also.discard(person)
    replay.offences.pop(person, None)


def declare_dead(replay: HandReplay, event: Dead) -> None:
    """Take a hand out of the play; the exposures named go back to the rack."""
    replay.begin_play(event)
    player = replay.player(event.p)
    if event.by == event.p:
        replay.fault("DH-01", event.p, f"{event.p} declares the own hand dead", recorded=event.p)
        return
    if set(event.returned) <= player.returned and _was_declared(replay, event.p):
        _dead_already(replay, event.by, event.p)
        return
    dispute = next((d for d in reversed(replay.challenges) if d.of == event.p), None)
    if dispute is not None:
        dispute.ruled = True
    if player.dead is None:
        _check_cause(replay, event, dispute)
    _check_returned(replay, event)
    for i in event.returned:
        if 0 <= i < len(player.exposures) and i not in player.returned:
            player.returned.add(i)
            player.rack.extend(player.exposures[i].tiles)
    _stop(replay, event.p, event.cause or player.dead or "declared dead")


def _was_declared(replay: HandReplay, person: str) -> bool:
    """Whether an earlier event has declared the hand of a player dead."""
    earlier = replay.events[:-1]
    return any(isinstance(e, Dead) and e.p == person and e.by != person for e in earlier)


def _check_cause(replay: HandReplay, event: Dead, dispute: Dispute | None) -> None:
    """Report a declaration of death that the facts do not bear (DH-02)."""
    if dispute is not None and dispute.answer == "accept":
        return  # who accepts may know more than the table shows
    player = replay.player(event.p)
    if replay.errors.of(event.p) is not None or player.disturbed or player.flaws:
        return
    found = dispute.verdict if dispute is not None else verdict(replay, event.p)
    if found.dead is False:
        now = verdict(replay, event.p)
        found = now if now.dead else found
    if found.dead:
        return
    cause = (event.cause or "").lower()
    by_card = dispute is not None and dispute.ground in ("a", "b", "c")
    by_card = by_card or any(word in cause for word in _BY_CARD)
    counted = "count" in cause and replay.level == "full" and player.known
    named = "name" in cause and replay.rules.misname_exposure == "no_penalty"
    if found.dead is False and (by_card or dispute is not None or counted or named):
        replay.fault(
            "DH-02", event.p, f"declared dead; {found.text}",
            recorded="dead", expected=list(found.surviving),
        )  # fmt: skip
    else:
        replay.skip("A-DH-02", found.text if found.dead is None else "the cause cannot be seen")


def _check_returned(replay: HandReplay, event: Dead) -> None:
    """Compare the exposures that go back with those in error (DH-03)."""
    player = replay.player(event.p)
    right = _due_back(replay, event.p)
    if right is None:
        if player.exposures:
            replay.skip("A-DH-03", "no card")
        return
    returned = set(event.returned) | player.returned
    if returned in right:
        return
    due = sorted(right[0])
    replay.fault(
        "DH-03", event.p,
        f"exposures {_numbers(returned)} go back to the rack, due {_numbers(right[0])}",
        recorded=sorted(returned), expected=due,
    )  # fmt: skip


def _numbers(indices: set[int]) -> str:
    return ", ".join(str(i + 1) for i in sorted(indices)) or "none"


def _due_back(replay: HandReplay, person: str) -> list[set[int]] | None:
    """Return the sets of exposures that may go back; None where the card is needed for it."""
    player = replay.player(person)
    everything = set(range(len(player.exposures)))
    error = replay.errors.of(person)
    fatal = [flaw for flaw in player.flaws if flaw.code in FATAL and flaw.exposure is not None]
    if not fatal:
        if error is not None and error.concealed:
            return [everything]
        return [set(), *_killed_by_own(replay, person)] if error is None else [set()]
    if any(flaw.code == "CLM-09" for flaw in fatal):
        return [everything]
    wrong = [(flaw.code, flaw.exposure) for flaw in fatal if flaw.exposure is not None]
    alone = {i for code, i in wrong if code in ("JX-03", "misname")}
    rest = [i for _, i in wrong if i not in alone]
    later = {i for i in everything if rest and i >= min(rest)}
    return [alone | later]


def _killed_by_own(replay: HandReplay, person: str) -> list[set[int]]:
    """Return the exposure with which a hand made its own line impossible, if it is that."""
    if replay.card is None or not replay.player(person).exposures:
        return []
    first = first_dead(replay, person)
    if first is None:
        return []
    view = replay.views[first]
    before = replay.views[first - 1].shown[person] if first else ()
    if len(view.shown[person]) > len(before):
        return [set(range(len(before), len(replay.player(person).exposures)))]
    return []


def first_dead(replay: HandReplay, person: str) -> int | None:
    """Return the first view in which a hand is dead by what the table shows, None if alive."""
    assert replay.card is not None
    views = replay.views

    def dead(i: int) -> bool:
        assert replay.card is not None
        return dead_test(replay.card, as_naturals(views[i].shown[person]), views[i].visible).dead

    if not views or not dead(len(views) - 1):
        return None
    low, high = 0, len(views) - 1
    while low < high:
        middle = (low + high) // 2
        if dead(middle):
            high = middle
        else:
            low = middle + 1
    return low


def close(replay: HandReplay) -> None:
    """Note hands that were dead by what everybody could see and were not challenged (DH-04)."""
    if replay.card is None or replay.level == "result":
        return
    challenged = {dispute.of for dispute in replay.challenges}
    for person in replay.state.order:
        player = replay.player(person)
        if player.dead or player.flaws or not player.exposures or person in challenged:
            continue
        if any(e.kind == UNKNOWN for e in player.shown):
            continue
        first = first_dead(replay, person)
        if first is None:
            continue
        view = replay.views[first]
        test = dead_test(replay.card, as_naturals(view.shown[person]), view.visible)
        before = replay.views[max(first - 1, 0)]
        lost = dead_test(replay.card, as_naturals(before.shown[person]), before.visible).surviving
        gone = f"; {tile_name(test.tile)} is gone" if test.tile is not None else ""
        replay.fault(
            "DH-04", person, f"dead from here on, lost lines: "
            f"{', '.join(line.id for line in lost or test.fitting)}{gone}",
            recorded=None, expected=[line.id for line in lost or test.fitting],
            event=view.event, note=True,
        )  # fmt: skip
