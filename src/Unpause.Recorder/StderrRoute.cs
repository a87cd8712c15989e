using System.Runtime.Versioning;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder;

/// <summary>The program's stderr on its way through us: a pseudo-terminal when ours is a terminal, else a pipe.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class StderrRoute : IDisposable
{
    private const int StandardError = 2;

    // A packet takes a page however short it is: room for 256 short writes instead of 16.
    private const int PipeSize = 1024 * 1024;
    private readonly PseudoTerminal? _terminal;

    private StderrRoute(int source, int programSide, bool keepsWritesApart, PseudoTerminal? terminal) =>
        (Source, ProgramSide, KeepsWritesApart, _terminal) = (source, programSide, keepsWritesApart, terminal);

    /// <summary>One read returns what one write wrote.</summary>
    public bool KeepsWritesApart { get; }

    /// <summary>Where we read, without blocking.</summary>
    public int Source { get; private set; }

    /// <summary>What becomes the program's descriptor 2.</summary>
    public int ProgramSide { get; private set; }

    /// <summary>Makes the route for the program <paramref name="file"/>, or returns null and why there is none.</summary>
    /// <remarks>
    /// Descriptor 2 is more than an output: less reads keys from ttyname(2), more from the descriptor, bash takes its job control
    /// from it, and a pseudo-terminal serves none of them. So a terminal is only stood in for where it pays: for Go programs
    /// (gc lines) and java (its note).
    /// </remarks>
    public static StderrRoute? Open(byte[] file, out string? problem)
    {
        var isTerminal = LibC.IsTerminal(StandardError) == 1;
        problem = !LibC.WasInherited(StandardError) ? "stderr is closed"
            : isTerminal && !IsWorthATerminal(file) ? "stderr is a terminal and the command itself is no Go program; redirect stderr "
                + "(2>FILE) to record Go programs that it starts"
            : null;
        if (problem is not null) return null;
        var route = isTerminal ? OpenTerminal() : OpenPipe();
        if (route is null) problem = "no pipe or pseudo-terminal could be made for stderr";
        return route;
    }

    private static bool IsWorthATerminal(byte[] file) =>
        file.AsSpan().EndsWith("/java"u8) || GoExecutable.Is(file);

    private static StderrRoute? OpenTerminal() =>
        PseudoTerminal.OpenLike(StandardError) is { } terminal ? new(terminal.Master, terminal.Slave, false, terminal) : null;

    private static StderrRoute? OpenPipe()
    {
        var ends = stackalloc int[2];
        // Packets keep each write apart, so that a gc line that others write into can be put together again.
        var packets = LibC.Pipe(ends, LibC.OCloseOnExec | LibC.OPacket) == 0;
        if (!packets && LibC.Pipe(ends, LibC.OCloseOnExec) != 0) return null;
        LibC.Control(ends[0], LibC.SetStatusFlags, LibC.ONonBlock);
        LibC.Control(ends[0], LibC.SetPipeSize, PipeSize); // where that's forbidden, the usual 64 KB do
        return new StderrRoute(ends[0], ends[1], packets, null);
    }

    /// <summary>Closes our copy of the program's side, so that the end of the last writer is the end of the stream.</summary>
    public void CloseProgramSide()
    {
        if (ProgramSide >= 0) LibC.Close(ProgramSide);
        ProgramSide = -1;
    }

    /// <summary>Closes our side: who still writes gets what a vanished stderr gives.</summary>
    public void CloseSource()
    {
        if (Source >= 0) LibC.Close(Source);
        Source = -1;
    }

    /// <summary>
    /// Leaves the rest to a `cat` that lives as long as the processes which hold the stream: without a reader, their next
    /// write would kill them. Returns false when there is no cat.
    /// </summary>
    public bool HandOver(EnvironmentBlock environment, StartState state)
    {
        if (CommandFile.Find("cat"u8.ToArray(), environment["PATH"], out var cat) != 0) return false;
        LibC.Control(Source, LibC.SetStatusFlags, 0);
        var nowhere = LibC.Open("/dev/null", LibC.OWriteOnly | LibC.OCloseOnExec);
        var request = new SpawnRequest
        {
            Arguments = ["cat"u8.ToArray()],
            Environment = [],
            State = state,
            Input = Source,
            Output = StandardError,
            Error = nowhere >= 0 ? nowhere : null,
            NewSession = true,
        };
        var started = request.Start(cat, out _) == 0;
        if (nowhere >= 0) LibC.Close(nowhere);
        return started;
    }

    public void Dispose()
    {
        _terminal?.Dispose();
        CloseProgramSide();
        CloseSource();
    }
}
