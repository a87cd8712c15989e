namespace Unpause.Recorder.Stderr;

/// <summary>
/// A shell that waits for unpause's end, whatever its reason, and then becomes a `cat` from the program's stderr to unpause's. It lives
/// as long as processes have the stream open: without a reader, their next write would kill them.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class StderrHeir : IDisposable
{
    private const int StandardError = 2, Nothing = -1;
    private readonly int _id;
    private int _lifeline;

    private StderrHeir(int id, int lifeline) => (_id, _lifeline) = (id, lifeline);

    /// <summary>The read ends with unpause. The stream is descriptor 2, because a spawned program inherits no other one.</summary>
    private static ReadOnlySpan<byte> Script => "read x; exec \"$0\" <&2 2>/dev/null"u8;

    /// <summary>Starts it in its own session, which the terminal's signals do not reach; null without sh or cat.</summary>
    /// <param name="source">The stream's read end.</param>
    /// <param name="searchPath">PATH as Latin-1 bytes, or null.</param>
    /// <param name="state">State at unpause's start.</param>
    public static StderrHeir? Start(int source, string? searchPath, StartState state)
    {
        if (CommandFile.Find("sh"u8.ToArray(), searchPath, out var shell) != 0) return null;
        if (CommandFile.Find("cat"u8.ToArray(), searchPath, out var cat) != 0) return null;
        var ends = stackalloc int[2];
        if (LibC.Pipe(ends, LibC.OCloseOnExec) != 0) return null;
        var request = new SpawnRequest
        {
            Arguments = ["sh"u8.ToArray(), "-c"u8.ToArray(), Script.ToArray(), cat],
            Environment = [],
            State = state,
            Input = ends[0],
            Output = StandardError,
            Error = source,
            NewSession = true,
        };
        var error = request.Start(shell, out var id);
        LibC.Close(ends[0]);
        if (error == 0) return new StderrHeir(id, ends[1]);
        LibC.Close(ends[1]);
        return null;
    }

    /// <summary>Lets it forward the rest of the stream.</summary>
    public void TakeOver()
    {
        LibC.Close(_lifeline);
        _lifeline = Nothing;
    }

    /// <summary>Ends it, unless it has taken over. Later writers get the error of a closed stderr.</summary>
    public void Dispose()
    {
        if (_lifeline == Nothing) return;
        // Killed before it sees the end of the pipe, and waited for, because it has unpause's stderr open.
        LibC.Kill(_id, LibC.SigKill);
        int status;
        while (LibC.WaitPid(_id, &status, 0) < 0 && Marshal.GetLastPInvokeError() == LibC.Eintr)
        {
            // Interrupted by a signal of the .NET runtime.
        }

        TakeOver();
    }
}
