"""Records a running program: `unpause record PID` makes it execute this by sys.remote_exec (PEP 768; see FORMAT.md).

It leaves nothing in os.environ or sys.path. unpause creates the folder, with this process's user as owner. The folder is removed
when recording ends.
"""
import atexit
import gc
import os
import sys

NAME = "unpause_remote"
OURS = ("python-", "unpause_")
_held = []  # type: list  # the callback, its exit handler and the agent, while it records


def _agent_part(directory, name):
    part = type(sys)(name)
    part.__file__ = path = os.path.join(directory, name + ".py")
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), part.__dict__)
    return part


def _say(directory, name, text):
    # type: (str, str, str) -> None
    # Written under another name and renamed, so that a reader that sees the name can read the whole text.
    path = os.path.join(directory, name)
    with open(path + ".part", "w", encoding="utf-8", errors="replace") as file:
        file.write(text)
    os.rename(path + ".part", path)


def _remove(directory):
    # type: (str) -> None
    try:
        for name in os.listdir(directory):
            if name.startswith(OURS):
                os.unlink(os.path.join(directory, name))
        os.rmdir(directory)
    except OSError:  # unpause removed it first
        pass


def _begin(directory):
    agent = _agent_part(directory, "unpause_agent")
    if any(map(agent._is_ours, gc.callbacks)):
        raise RuntimeError("it is already being recorded")
    facts = _agent_part(directory, "unpause_facts").encoded_facts("c", agent.FACTS_BYTES)
    callback, _, at_exit, _, _ = agent._load().record(os.fsencode(directory), facts, b"")
    process = os.getpid()

    def leave():
        """Removes the files when the program ends, because unpause may have been killed and can't."""
        if os.getpid() == process:
            at_exit()
            _remove(directory)

    _held[:] = [callback, at_exit, leave, agent, directory]
    os.register_at_fork(after_in_child=_leave_child)
    atexit.register(leave)
    gc.callbacks.append(callback)
    sys.modules[NAME] = type(sys)(NAME)
    sys.modules[NAME].end = end  # type: ignore[attr-defined]


def _let_go():
    """Restores the program, except for one at-fork function that does nothing."""
    if not _held:
        return None
    callback, at_exit, leave, agent, directory = _held
    del _held[:]
    if callback in gc.callbacks:
        gc.callbacks.remove(callback)
    at_exit()  # closes the file, which stays mapped; not that of a forked child
    atexit.unregister(leave)
    sys.modules.pop(NAME, None)
    vars(agent).clear()  # its functions refer to it: without this a collection would have to free them
    return directory


def _leave_child():
    """Only the process whose recording was requested is recorded; a child would create its own file."""
    _let_go()


def begin(directory):
    # type: (str) -> None
    """Starts recording, and reports success or the reason of a failure in a file."""
    try:
        _begin(directory)
        _say(directory, "python-begun", "")
    except Exception as error:  # no error may reach the program
        try:
            _say(directory, "python-refused", str(error))
        except OSError:  # the folder is gone: nobody waits for the answer
            pass


def end():
    """Ends recording and removes the folder."""
    directory = _let_go()
    if directory is not None:
        _remove(directory)
