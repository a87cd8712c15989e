using System.Runtime.InteropServices;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// A shell that waits beside us for our end, whatever ends us, and then becomes a `cat` from the program's stderr to ours. It lives
/// as long as the processes that hold the stream: without a reader, their next write would kill them.
/// </summary>
internal sealed unsafe class StderrHeir : IDisposable
{
    private const int StandardError = 2, Nothing = -1;
    private readonly int _id;
    private int _lifeline;

    private StderrHeir(int id, int lifeline) => (_id, _lifeline) = (id, lifeline);

    /// <summary>The read ends when we do. The stream comes as descriptor 2, because a spawned program has no other of ours.</summary>
    private static ReadOnlySpan<byte> Script => "read x; exec \"$0\" <&2 2>/dev/null"u8;

    /// <summary>Starts it, out of reach of the terminal's signals; null where there is no sh or cat.</summary>
    /// <param name="source">The stream's read end.</param>
    /// <param name="searchPath">PATH as Latin-1 bytes, or null.</param>
    /// <param name="state">What we were started with.</param>
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

    /// <summary>Leaves the rest of the stream to it.</summary>
    public void TakeOver()
    {
        LibC.Close(_lifeline);
        _lifeline = Nothing;
    }

    /// <summary>Ends it, unless it has taken over: who still writes gets what a vanished stderr gives.</summary>
    public void Dispose()
    {
        if (_lifeline == Nothing) return;
        // Killed before it learns that the lifeline is cut, and gone when this returns: it holds our stderr open.
        LibC.Kill(_id, LibC.SigKill);
        int status;
        while (LibC.WaitPid(_id, &status, 0) < 0 && Marshal.GetLastPInvokeError() == LibC.Eintr)
        {
            // Interrupted by one of the runtime's own signals.
        }

        TakeOver();
    }
}
