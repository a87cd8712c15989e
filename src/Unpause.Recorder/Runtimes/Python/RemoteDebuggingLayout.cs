namespace Unpause.Recorder.Runtimes.Python;

/// <summary>
/// Positions of the required fields of _Py_DebugOffsets in one version of CPython, in words of 8 bytes from its start. Word 0 is the
/// cookie, 1 is PY_VERSION_HEX, 2 is whether the build is free-threaded: such a build has the same words with other values.
/// </summary>
/// <remarks>
/// Source: Include/internal/pycore_debug_offsets.h of CPython 3.14 and 3.15. The struct is the same in all releases of one minor
/// version, which ensure_debug_offset_compatibility in Python/remote_debugging.c relies on; before the first release it may change.
/// </remarks>
/// <param name="Minor">The version: 3.Minor.</param>
/// <param name="InterpretersHead">runtime_state.interpreters_head.</param>
/// <param name="ThreadsMain">interpreter_state.threads_main.</param>
/// <param name="Debugger">debugger_support, six words: eval_breaker is the first.</param>
internal sealed record RemoteDebuggingLayout(int Minor, int InterpretersHead, int ThreadsMain, int Debugger)
{
    private const int DebuggerWords = 6;

    /// <summary>The supported versions.</summary>
    public static IReadOnlyList<RemoteDebuggingLayout> All { get; } =
    [
        new(Minor: 14, InterpretersHead: 5, ThreadsMain: 10, Debugger: 89),
        new(Minor: 15, InterpretersHead: 5, ThreadsMain: 10, Debugger: 105),
    ];

    /// <summary>Length of the part of the table that is read, in words.</summary>
    public int Words => Debugger + DebuggerWords;
}
