// The page's sentences. The server sends them in the language of the table: each stands alone in its quotes,
// after a blank, and what is filled in has a plain name.

const plural = (count, one, many) => (count === 1 ? one : many);

export const windowTitle = (place, person) => `${place} · ${person} — Captain’s Table, local table`;

export const STOPPED = "The local table has stopped. Start it again and open the address that it prints.";

// Messages.

export const SHOW_EARLIER = "Show Earlier Messages";
export const ARCHIVED = "This thread is archived.";
export const EDITED = "(edited)";
export const ONLY_YOU = "Only you can see this.";
export const SENT_SILENTLY = "Sent without a notification.";
export const DISMISS = "Dismiss Message";
export const DELETE_MESSAGE = "Delete Message";
export const MESSAGE_MENU = "Message menu";
export const SHOW_DESCRIPTION = "Show the picture’s description";
export const OPEN_THREAD = "Open ›";
export const ARCHIVED_THREAD = "Archived ›";
export const PLACE_GONE = "That channel is gone, or you can’t see it.";
export const thinking = (name) => `${name} is thinking…`;
export const used = (name, command) => `**${name}** used [${command}]`;
export const mentioned = (name, place) => `${name} mentioned you in ${place}.`;
export const wroteToYou = (name) => `${name} sent you a direct message.`;

// The start of each channel.

export const youAnd = (name) => `You and ${name}`;
export const welcomeTo = (place) => `Welcome to ${place}`;

// The games on the first screen.

export const PICK_A_GAME = "Pick a game";
export const NEW_GAME = "New Game";
export const START = "Start";
export const LEARN = "Learn";
export const learn = (game) => `Learn ${game} in a few short lessons`;
export const startOf = (game) => `Start ${game}`;
export const PLAY_COMPUTER = "Play the Computer";
export const computerOf = (game) => `Play ${game} against the computer at Cabin Boy level`;
export const boardOf = (game) => `The ${game} board`;
export const aloneHint = (name) => `New here? **Learn** teaches you a game in a few minutes. Then play the Cabin Boy, the easiest computer player. To play both sides yourself, press **Start**, [switch to ${name}] and press **Join**.`;

// Writing, and commands.

export const MESSAGE = "Message";
export const PLACEHOLDER = "Write a message, or / for commands";
export const SEND = "Send";
export const SEND_BY_ENTER = "Send (Enter)";
export const WRITE_TO_REOPEN = "This thread is archived. Write a message to reopen it.";
export const COMMANDS = "Commands";
export const NO_COMMANDS = "There are no commands for you here.";
export const NO_SUCH_COMMAND = "No command matches that.";
export const FOR_MANAGERS = "Some are only for those who manage the server.";
export const CHOOSE_COMMAND = "Choose a command from the list.";
export const NO_CHOICES = "The choices couldn’t be loaded. Keep typing to try again.";
export const BOT_OFFLINE = "The bot is offline.";
export const noMatch = (typed) => `Nothing matches “${typed}”.`;
export const pressEnter = (command) => `/${command}: press Enter to send it`;
export const OPTIONS = "Options";
export const noOption = (command, typed) => `/${command} has no option “${typed}”. Delete it, or choose an option.`;
export const TYPED_MOVE = "To type a move, start with /move.";
export const HINT_AND_UNDO = "Hint and Undo are buttons below the board.";
export const mustBe = (option, expected, given) => `${option} must be ${expected}, not “${given}”.`;
export const ONE_OF_THE_CHOICES = "one of the choices";
export const SOME_TEXT = "text";
export const A_WHOLE_NUMBER = "a whole number";
export const atLeast = (low) => `${low} or more`;
export const atMost = (high) => `at most ${high}`;
export const YES = "True";
export const NO = "False";
export const A_BOT = "A bot";

// Buttons, menus and forms.

export const NO_ANSWER = "The bot didn’t answer in time. Try again.";
export const noAnswerTo = (command) => `The bot didn’t answer /${command} in time. Try again.`;
export const CHOOSE = "Choose an option";
export const done = (count) => `Done (${count})`;
export const CLOSE = "Close";
export const CANCEL = "Cancel";
export const SUBMIT = "Submit";
export const REQUIRED = "Required";

// People and channels.

export const PEOPLE = "People";
export const DIRECT_MESSAGES = "Direct messages";
export const NO_DIRECT_MESSAGES = "None yet. The bot will message you first.";
export const NEW_GROUP = "New Group Message";
export const GROUP_WITH = "Who’s in the group?";
export const START_GROUP = "Start Group";
export const ACCEPT_DMS = "Accept direct messages";
export const OPEN_DMS = "Open Direct Messages";
export const CLOSE_DMS = "Close Direct Messages";
export const LEAVE_SERVER = "Leave Server";
export const REJOIN_SERVER = "Rejoin Server";
export const OWNER = "owner";
export const RUNS_THE_SERVER = "Runs the server.";
export const CLICK_SOMEBODY = "Click somebody to see your options.";
export const BOT_IS_ONLINE = "● Bot online";
export const BOT_IS_OFFLINE = "○ Bot offline";
export const NEW_WINDOW = "New Window ↗";
export const newWindowFor = (name) => `Open a window for ${name}.`;
export const switchTo = (name) => `Switch to ${name}`;
export const nobodyCalled = (name, other, people) => `There’s no ${name} here, so you’re ${other}. The people at this table: ${people}.`;
export const hasLeft = (name) => `${name} has left the server.`;
export const mentions = (count) => plural(count, "1 unread mention", `${count} unread mentions`);
export const archivedThreads = (count) => plural(count, "1 archived thread", `${count} archived threads`);
export const JOIN_THREAD = "Join Thread";
export const LEAVE_THREAD = "Leave Thread";
export const ARCHIVE_THREAD = "Archive Thread";
export const REOPEN_THREAD = "Reopen Thread";
export const LOCK_THREAD = "Lock Thread";
export const UNLOCK_THREAD = "Unlock Thread";
export const DELETE_THREAD = "Delete Thread";
export const DELETE_CHANNEL = "Delete Channel";
export const BOT_PERMISSIONS = "The bot’s permissions here";
export const PERMISSIONS = {
  VIEW_CHANNEL: "View Channel",
  SEND_MESSAGES: "Send Messages",
  ATTACH_FILES: "Attach Files",
  CREATE_PUBLIC_THREADS: "Create Public Threads",
  SEND_MESSAGES_IN_THREADS: "Send Messages in Threads",
  MANAGE_THREADS: "Manage Threads",
};
export const FOR_HOSTS = "For the bot’s host: try what happens when…";
export const CUT_CONNECTION = "Cut the Bot’s Connection";
