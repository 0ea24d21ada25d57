// What browser and server exchange. Made by `make wire-types` from web/socket/messages.py and web/routes/bodies.py.

export type BrowserMessage = Hello | Unseal | Play | Undo | Draft | WhyNot | Hint | Replay | Locate | Inspect | Review | Learn | Ping;

export type ServerMessage = TableState | Moved | PlayDone | UndoDone | MovedOn | Illegal | Drafted | Reason | Hinted | Replayed | Located | Inspected | Reviewed | LessonTold | Presence | Notice | Pong | Failure;

export type SeatKind = "me" | "here" | "friend" | "open" | "bot";

export type TextChange = string | (number | string)[];

export type Value = boolean | number | string;

/** One placed sprite. */
export type Item = [id: string, sprite: string, x: number, y: number, depth: number, target: string, label: string, rotation: number, state: string];

/** A small drawing: placed sprites before a backdrop, seen through a box. */
export type Picture = [box: [number, number, number, number], items: Item[], backdrop: string];

/** One place of a row, there for the whole game: of a hand, a market, a supply; or a card told in words. */
export type Slot = [id: string, label: string, picture: Picture, target: string, state: string, number: number | null, text: string, points: number[], group: string, sign: string];

/** What a player is known by on the board, besides the mark of the seat: a colour, a family. */
export type Sign = [sprite: string, title: string];

/** A part of a score line: these items brought so many points. */
export type Counted = [items: string[], points: number];

/** A step of the scale on which a lone player's result stands. */
export type Rung = [points: number, text: string];

/** Show me the table; said first, and again to change language, side or seat. */
export interface Hello {
  do: "hello";
  lang?: string;
  /** Which side of the board I look from, in quarter turns of the camera. */
  side?: number;
  /** In which of its forms I want to see the board; empty is the usual one. */
  form?: string;
  /** Whether I want the position in words as well, after every move. */
  told?: boolean;
  /** Which of my seats looks, where I hold several. */
  near?: number | null;
  /** The last `seq` I saw. */
  since?: number | null;
  /** The seal of my cut: the random part that I add to the deal. It counts once, and while seats may still seal. */
  sealed?: string | null;
  /** My cut: said again after a break when I have opened it, and at once where no other player seals one. */
  cut?: string | null;
}

/** Open my cut, now that all seals are on the table and I have noted them. */
export interface Unseal {
  do: "unseal";
  cut: string;
}

/** Make the moves of a turn: all of them or none. */
export interface Play {
  do: "play";
  seq: number;
  nonce: string;
  actions: number[];
}

/** Take back my last decision. */
export interface Undo {
  do: "undo";
  seq: number;
  nonce: string;
}

/** Show the table as it would be after a plan, with targets picked for the move that follows it. */
export interface Draft {
  do: "draft";
  seq: number;
  /** Moves that are decided but not made. */
  plan?: number[];
  chosen?: string[];
  /** A move that is considered after the plan: it becomes a ghost, and what it brings is told. */
  action?: number | null;
  /** Comes back with the answer, so that it is known what is answered. */
  number?: number;
}

/** Why may this not be picked? It is named as a target, or as the items of a panel that were touched. */
export interface WhyNot {
  do: "whynot";
  seq: number;
  /** The moves of the draft, after which it would be picked. */
  plan?: number[];
  chosen?: string[];
  target?: string;
  panel?: string;
  /** Ids, front to back. */
  items?: string[];
}

/** Tell what a strong player would do. */
export interface Hint {
  do: "hint";
  seq: number;
  /** The moves of the draft, after which it would be done. */
  plan?: number[];
}

/** Show the table after so many moves. */
export interface Replay {
  do: "replay";
  at: number;
}

/** Show where a line of a score sheet comes from. */
export interface Locate {
  do: "locate";
  seat: number;
  /** Its place on the sheet, from 0. */
  line: number;
  /** After so many moves; null is now. */
  at?: number | null;
}

/** Tell about a piece, a card or a token: the first of some touched items that there is something to say about. */
export interface Inspect {
  do: "inspect";
  panel: string;
  /** Ids of items or slots, front to back. */
  items: string[];
  /** After so many moves; null is now. */
  at?: number | null;
}

/** Tell whether something else would have been much better than the moves that I am about to make. */
export interface Review {
  do: "review";
  seq: number;
  plan: number[];
}

/** Begin a step of the lesson, or begin it again. */
export interface Learn {
  do: "learn";
  step: string;
}

/** Say that you are there. */
export interface Ping {
  do: "ping";
}

/** Who sits somewhere, and how they stand. */
export interface SeatStatus {
  seat: number;
  name: string;
  /** What the seat was opened as. */
  kind: SeatKind;
  /** The bot that plays it at present; empty for a person. */
  level: string;
  here: boolean;
  /** Whether somebody may still sit down there. */
  free: boolean;
  deciding: boolean;
  /** Whether it has chosen in secret and waits for the others. */
  chosen: boolean;
  score: number;
  /** What it is known by on the board, besides its mark. */
  signs: Sign[];
}

/** A player who is away. */
export interface Absence {
  seat: number;
  /** In seconds since 1970. */
  since: number;
  /** So many seconds later the host may let a bot play. */
  grace: number;
}

/** What a seat added to the deal. */
export interface SeatCut {
  seat: number;
  cut: string;
}

/** The seal of what a seat adds to the deal. */
export interface SeatSeal {
  seat: number;
  seal: string;
}

/** How it is dealt: house and players seal what they add, then it is opened. */
export interface FairDeal {
  /** SHA-256 of the shuffle, shown from the beginning; empty at a table where nothing was sealed. */
  seal: string;
  dealt: boolean;
  /** The opened cuts. */
  cuts: SeatCut[];
  /** Seats whose players have not sealed yet, or where the seals are closed not opened. */
  awaited: number[];
  /** The sealed cuts; none at older tables, where players cut in the open. */
  seals: SeatSeal[];
  /** Whether all seals are on the table; from now on cuts are opened. */
  closed: boolean;
}

/** One area of a table: a board, a hand, a market. */
export interface Panel {
  name: string;
  /** Whose it is; null is everybody's. */
  seat: number | null;
  title: string;
  box: [number, number, number, number];
  /** From back to front; each has an id of its own within the panel. */
  items: Item[];
  /** SVG behind the items. */
  backdrop: string;
  /** The panel in words. */
  description: string;
  /** `board`: a drawing; `slots`: places that never move; `notes`: cards told in words beside their picture. */
  kind: string;
  slots: Slot[];
  /** The ways in which it can be shown, the usual one first, each with its title. */
  forms: [string, string][];
}

/** What changed in a panel; what is not named stays. */
export interface PanelChange {
  name: string;
  seat?: number | null;
  title?: string;
  box?: [number, number, number, number];
  kind?: string;
  forms?: [string, string][];
  backdrop?: TextChange;
  description?: TextChange;
  /** Items to replace where they are, or to add at the end; then all are sorted by depth, stable. */
  set?: Item[];
  /** Slots to replace where they are, or to add at the end; one that is dropped as well comes to the end. */
  slots?: Slot[];
  /** Ids of items and slots that are gone. */
  drop?: string[];
  /** Then, one after the other, put this id behind that one, or first where that one is empty. */
  after?: [string, string][];
}

/** What changed between two scenes. */
export interface SceneChange {
  added?: Panel[];
  changed?: PanelChange[];
  /** Names of panels. */
  gone?: string[];
  /** The names of all panels, where their order changed. */
  order?: string[];
}

/** A move of a decision. */
export type LegalMove = [step: number, targets: string[], notation: string, words: string];

/** A step of a turn. */
export interface TurnStep {
  name: string;
  title: string;
  /** What there is to do, in a few words. */
  ask: string;
  state: "done" | "now" | "open" | "next";
  /** What is drafted, in words. */
  done: string[];
  /** The same, as numbers. */
  moves: number[];
  /** What is drafted adds so many points. */
  points: number;
}

/** What a seat has to decide; without moves there, only taking back is possible. */
export interface Decision {
  prompt: string;
  /** None where a turn is one move. */
  steps: TurnStep[];
  actions: LegalMove[];
  /** What to call the targets that no item answers to; they are shown as buttons. */
  labels: Record<string, string>;
  undo: boolean;
}

/** One line of a score sheet. */
export interface SheetLine {
  text: string;
  points: number;
  rule: string;
}

/** What a seat scores, as if the game ended now. */
export interface Sheet {
  seat: number;
  total: number;
  lines: SheetLine[];
}

/** Something that a move brings about, besides points. */
export interface Brought {
  text: string;
  /** For whoever makes the move; null is neither. */
  good: boolean | null;
  /** Items that it is about. */
  marks: string[];
}

/** A move that was made. */
export interface LogEntry {
  seq: number;
  seat: number;
  /** In notation; null for what others chose in secret, until the game is over. */
  text: string | null;
  /** In the words of the game, exactly. */
  words: string;
  /** In short, without coordinates; empty where there are only words. */
  deed?: string;
  picture?: Picture | null;
  /** What it brought its seat. */
  points?: number;
  /** Where it happened. */
  panel?: string;
  /** Items of that panel that show it. */
  marks?: string[];
  brings?: Brought[];
  /** In which round, where rounds are counted. */
  round?: number;
}

/** How far a game has come. */
export interface ProgressTold {
  now: number;
  of: number;
  text: string;
  /** Whether these are the last turns. */
  last: boolean;
  /** What that means; empty where nothing is to be said. */
  notice: string;
}

/** A rule in the player's language. */
export interface RuleTold {
  /** As `game/rule`. */
  rule: string;
  title: string;
  why: string;
  /** Where the guide tells it. */
  link: string;
}

/** What whoever has finished a game is offered besides a rematch: the same with another value of an option. */
export interface NextGame {
  option: string;
  value: Value;
  /** What the value is called. */
  title: string;
  /** Why, in a sentence. */
  text: string;
}

/** How equal scores were told apart. */
export interface TieTold {
  rule: RuleTold;
  /** What was compared. */
  title: string;
  /** By seat; null for those it did not concern. */
  values: (number | null)[];
}

/** Something that decided a game. */
export interface DecidedBy {
  /** Whom it helped. */
  seat: number;
  text: string;
  rule: RuleTold;
}

/** How a game ended. */
export interface Result {
  scores: number[];
  /** Groups of seats that share a place, the best first. */
  ranking: number[][];
  winners: number[];
  reason: RuleTold;
  /** What the game says about the result; empty where it says nothing. */
  verdict: string;
  /** What is offered next besides a rematch. */
  again: NextGame | null;
  /** Who won and how, in a sentence. */
  headline: string;
  /** How equal scores were told apart. */
  tie: TieTold | null;
  /** A panel and its items in order that show what won, such as a road; no panel where points won. */
  trace: [string, string[]];
  /** What made the difference between the first and the second, as far as that is certain. */
  decided: DecidedBy[];
  /** Everybody's points after each round, where rounds are counted. */
  history: number[][];
}

/** A move worth considering. */
export interface HintLine {
  action: number;
  targets: string[];
  notation: string;
  words: string;
  /** What the seat can expect, from 0 to 1; alone, points. */
  value: number;
  picture: Picture | null;
  /** What it brings at once. */
  points: number;
  /** Why it is good, each of another kind. */
  reasons: string[];
  /** Where it would happen; empty where that is not told. */
  panel: string;
  /** Items of that panel that would show it. */
  marks: string[];
  /** How the table looks with the move as a ghost, as a change to the last `state` or `moved`. */
  scene: SceneChange;
}

/** The whole table as one browser may see it. */
export interface TableState {
  did: "state";
  /** What happened at the table is numbered; this is the last. */
  seq: number;
  /** The seat it is seen from; null for a spectator. */
  you: number | null;
  /** The seats this browser holds. */
  mine: number[];
  /** Whether this browser opened the table. */
  host: boolean;
  /** Whether seats that share a browser see different things. */
  secrets: boolean;
  moves: number;
  /** Moves since the `since` of the hello. */
  missed?: number;
  /** The version of the rules that the table follows; it keeps to the one it began with. */
  rules: number;
  /** The version that new tables follow. */
  present: number;
  /** Whether it is played with another box than the printed one. */
  boxed: boolean;
  /** Whether the page hides what everybody saw and has to keep in mind. */
  forget: boolean;
  /** How it is dealt; before that there are neither panels nor a position. */
  fair: FairDeal;
  seats: SeatStatus[];
  /** The players who are away. */
  away: Absence[];
  panels: Panel[];
  decision: Decision | null;
  sheets: Sheet[];
  /** What the rules are called by which points are given now. */
  titles: Record<string, string>;
  log: LogEntry[];
  outcome: Result | null;
  progress: ProgressTold | null;
  /** For one player alone: the steps on which a result stands, the lowest first. */
  scale: Rung[];
  /** The position in words; empty unless they were asked for. */
  text: string;
}

/** What changed at the table; what is not named stays. */
export interface Moved {
  did: "moved";
  seq: number;
  secrets?: boolean;
  moves?: number;
  fair?: FairDeal;
  seats?: SeatStatus[];
  scene: SceneChange;
  decision?: Decision | null;
  sheets?: Sheet[];
  titles?: Record<string, string>;
  /** The new entries. */
  log: LogEntry[];
  /** Entries that were secret until now; they replace those with the same `seq`. */
  told?: LogEntry[];
  outcome?: Result | null;
  progress?: ProgressTold | null;
  text?: TextChange;
}

/** The move was made. */
export interface PlayDone {
  did: "played";
  nonce: string;
}

/** The move was taken back. */
export interface UndoDone {
  did: "undone";
  nonce: string;
}

/** The table has moved on; a `state` follows. */
export interface MovedOn {
  did: "stale";
  seq: number;
  /** Of the moves that were not made, if that was asked. */
  nonce?: string;
}

/** The move breaks a rule, and was not made. */
export interface Illegal {
  did: "illegal";
  rule: RuleTold;
  /** Of the moves. */
  nonce: string;
}

/** How the table would look, as a change to the last `state` or `moved`, not to an earlier draft. */
export interface Drafted {
  did: "draft";
  seq: number;
  /** As much of the plan as is possible; what is not is left out. */
  plan: number[];
  /** How many moves of the plan had to be left out. */
  lost: number;
  chosen: string[];
  action: number | null;
  /** Whether nothing can follow before it is made: the last move of the plan ends the turn, or reveals something. */
  ready: boolean;
  /** Whether the same seat decides again after that. */
  goes_on: boolean;
  /** What the button says that makes the moves of the plan. */
  end: string;
  scene: SceneChange;
  /** What is to be decided after the plan; null when it is complete. */
  decision: Decision | null;
  /** The steps of the turn, as far as they are drafted. */
  steps: TurnStep[];
  /** The points that all of it adds or takes. */
  gains: SheetLine[];
  /** What else it brings about. */
  brings: Brought[];
  /** Of the question. */
  number: number;
}

/** Why something may not be picked. */
export interface Reason {
  did: "whynot";
  seq: number;
  chosen: string[];
  target: string;
  /** Null for what can never be touched, or may be picked. */
  rule: RuleTold | null;
}

/** What a strong player would do, the best first. */
export interface Hinted {
  did: "hint";
  seq: number;
  lines: HintLine[];
}

/** The table as it was after so many moves. */
export interface Replayed {
  did: "replay";
  at: number;
  move: LogEntry | null;
  panels: Panel[];
  scores: number[];
  sheets: Sheet[];
  titles: Record<string, string>;
  text: string;
}

/** Where a line of a score sheet comes from. */
export interface Located {
  did: "locate";
  seat: number;
  line: number;
  at: number | null;
  told: SheetLine;
  rule: RuleTold;
  /** Empty where nothing on the table shows it. */
  panel: string;
  /** Items with points that add up to the line. */
  counted: Counted[];
}

/** A piece, a card or a token, seen close. */
export interface Inspected {
  did: "inspect";
  panel: string;
  /** The one that was meant; empty where there is nothing to say about any. */
  item: string;
  title: string;
  text: string;
  rule: RuleTold | null;
  picture: Picture;
}

/** Something else would have been much better; where nothing was, nothing is said. */
export interface Reviewed {
  did: "review";
  seq: number;
  text: string;
}

/** Where a learner stands, and what is said to the last try. */
export interface LessonTold {
  did: "lesson";
  step: string;
  coach: string;
  /** What is to be done now; empty when the step is done. */
  task: string;
  mood: "task" | "good" | "again" | "refused" | "other" | "done";
  /** What is said to the last try; empty where there was none. */
  said: string;
  /** The rule that it breaks. */
  rule: RuleTold | null;
  /** What it brought. */
  points: number;
  /** Where that is seen; empty where it brought nothing. */
  panel: string;
  /** Items of that panel, with what each part of the points was gained by. */
  counted: Counted[];
  /** Whether a move stands that was not asked for: it is to be taken back. */
  back: boolean;
  /** What is touched to make each of the moves that are asked for. */
  asked: string[][];
  /** The move that "Show me" considers; null when the step is done. */
  show: number | null;
}

/** Somebody has come or gone. */
export interface Presence {
  did: "here";
  seats: SeatStatus[];
  /** The players who are away. */
  away: Absence[];
}

/** Something happened that everybody should know. */
export interface Notice {
  did: "notice";
  /** In the player's language. */
  text: string;
  /** Whether it is shown until the player puts it away. */
  stays?: boolean;
}

/** The server is there. */
export interface Pong {
  did: "pong";
  seq: number;
}

/** Something could not be done; nothing has changed. */
export interface Failure {
  did: "error";
  code: string;
  /** In the player's language. */
  message: string;
  detail?: string;
  /** Of the moves that were not made, if that was asked. */
  nonce?: string;
}

/** A seat as the set-up page asks for it. */
export interface SeatWanted {
  kind: SeatKind;
  level?: string;
  name?: string;
}

/** A table as the set-up page asks for it. */
export interface TableWanted {
  game: string;
  seats: SeatWanted[];
  options?: Record<string, boolean | number | string>;
  language?: string;
  /** One of the boxes that the house offers; empty for the printed one. */
  box?: string;
  /** Whether the pages hide what everybody saw and has to keep in mind. */
  forget?: boolean;
  /** Seconds a player may be away before the host may let a bot play. */
  grace?: number;
}

/** A request that needs no more than its address. */
export interface Nothing {
}

/** Which of the devices that hold a seat. */
export interface DeviceNamed {
  device: string;
}

/** Which bot shall play for a seat. */
export interface BotWanted {
  level: string;
}

/** What a player wants to be called. */
export interface NameWanted {
  name: string;
  seat?: number | null;
}

/** A link that leads to a seat. */
export interface SeatLink {
  seat: number;
  kind: SeatKind;
  url: string;
}

/** The links of a table: to every seat that is still free, and to watch. */
export interface TableLinks {
  links: SeatLink[];
  watch: string;
}

/** A table was opened. */
export interface TableOpened extends TableLinks {
  table: string;
  url: string;
}

/** Who plays a seat now. */
export interface SeatPlayed {
  seat: number;
  /** The bot; empty for its person. */
  level: string;
}

/** A browser that holds a seat. */
export interface Device {
  /** What it is called here; it opens nothing. */
  device: string;
  /** When it came, in seconds since 1970; 0 where nobody noted it. */
  since: number;
  /** Whether it is the one that asks. */
  this: boolean;
  /** Whether it is connected. */
  here: boolean;
  /** Whether the one that asks may send it away: itself and those that came later, but not the last one. */
  may_go: boolean;
}

/** The browsers that hold a seat, in the order in which they came. */
export interface SeatDevices {
  seat: number;
  devices: Device[];
}

/** It was dealt. */
export interface TableDealt {
  table: string;
}

/** What the player of a seat is called now. */
export interface SeatNamed {
  seat: number;
  name: string;
}

/** A request was refused; nothing has changed. */
export interface Refusal {
  error: string;
  /** In the player's language. */
  message: string;
  detail?: string;
}

/** What every page tells its script. */
export interface Page {
  lang: string;
  /** Where static files are. */
  static: string;
  words: Record<string, string>;
}

/** A table in a list of tables. */
export interface ListedTable {
  table: string;
  url: string;
  game: string;
  title: string;
  finished: boolean;
  /** Whether it waits for this browser. */
  yours: boolean;
  /** The names of those it waits for. */
  deciding: string[];
  names: string[];
  moves: number;
  /** Null while it goes on, and for a spectator. */
  won: boolean | null;
  /** When it changed last, as ISO 8601 writes it. */
  when: string;
}

/** The library, with my running tables, and the list of all of mine. */
export interface TablesPage extends Page {
  tables: ListedTable[];
}

/** How strong a bot is. */
export interface BotLevel {
  level: string;
  title: string;
  /** What it is like to play against. */
  line: string;
  /** How often it wins against the next weaker one, as measured. */
  share: string;
}

/** One value of an option. */
export interface OptionValue {
  value: Value;
  title: string;
}

/** A choice made before the deal. */
export interface OptionChoice {
  name: string;
  title: string;
  default: Value;
  values: OptionValue[];
  /** By number of players, which of the values they can choose; where nothing is said, all. One is no choice. */
  fits: Record<string, number[]>;
  /** What is good to know before choosing; often nothing. */
  note: string;
}

/** Another box that the house offers, and what can be chosen with it. */
export interface BoxOffer {
  id: string;
  title: string;
  players: number[];
  options: OptionChoice[];
}

/** The page on which a table is set up. */
export interface SetupPage extends Page {
  game: string;
  title: string;
  /** How many may play. */
  players: number[];
  minutes: string;
  options: OptionChoice[];
  /** Besides the printed one. */
  boxes: BoxOffer[];
  /** Whether a table can hide what everybody saw and has to keep in mind. */
  forget: boolean;
  /** From the weakest to the strongest. */
  levels: BotLevel[];
}

/** The page of a table, and that of its replay. */
export interface TablePage extends Page {
  table: string;
  game: string;
  title: string;
  /** Where the game's sprites are. */
  sprites: string;
  /** Where the table's socket is. */
  live: string;
  /** The house's seal; empty at a table where nothing was sealed. */
  seal: string;
  cutting: "none" | "open" | "sealing" | "opening";
  /** The browser's seats where nobody else cuts, so that it may open its cut at once. */
  alone: number[];
  /** Whether points are counted: in a race there are none, there is only whoever gets there. */
  points: boolean;
  levels: BotLevel[];
}

/** The part of a seat in the deal. */
export interface SeatDeal {
  seat: number;
  name: string;
  /** Whether a bot plays it, and cannot cut. */
  bot: boolean;
  /** Empty where nothing was sealed. */
  seal: string;
  /** Empty where nothing was added, or while it is sealed. */
  cut: string;
}

/** The page that tells how a table was dealt, and checks it. */
export interface FairPage extends Page {
  table: string;
  title: string;
  /** How older tables were dealt: with cuts in the open (`cut`), by the house alone (`sealed`); `none`: no seal. */
  kind: "sealed-cuts" | "cut" | "sealed" | "none";
  /** Whether no seat can seal any more. */
  closed: boolean;
  dealt: boolean;
  over: boolean;
  seal: string;
  seats: SeatDeal[];
  /** Empty until the game is over. */
  shuffle: string;
  /** What was sealed with the seed at the oldest tables. */
  salt: string;
  /** A whole number as text; empty until the game is over. */
  seed: string;
  /** Whether the house, dealing and playing all of it again, came to the same end; null until the game is over. */
  sound: boolean | null;
}

/** A step of a lesson in a list. */
export interface LessonStep {
  id: string;
  title: string;
}

/** The lesson of a game, as a list tells it. */
export interface GameLessons {
  game: string;
  title: string;
  minutes: number;
  steps: LessonStep[];
}

/** The lists of lessons: of one game, and how far one has come in the others. */
export interface LessonsPage extends Page {
  /** The one whose steps are shown. */
  game: string;
  lessons: GameLessons[];
}

/** A lesson in play: a table of one's own, and a bubble beside it. */
export interface LessonPage extends TablePage {
  lesson: GameLessons;
  /** How many sit at the real table that follows. */
  players: number;
}

/** What the coach says when such a move can be made for the first time. */
export interface CoachTip {
  step: string;
  /** Notations; * and ? stand for anything, [..] for one of some letters. */
  moves: string[];
  text: string;
}

/** All that the coach says about a game. */
export interface CoachTips {
  tips: CoachTip[];
}
