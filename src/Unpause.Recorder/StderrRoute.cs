using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder;

/// <summary>The program's stderr on its way through unpause: a pseudo-terminal when unpause's is a terminal, otherwise a pipe.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class StderrRoute : IDisposable
{
    private const int StandardOutput = 1, StandardError = 2;

    // A packet takes a page however short it is: space for 256 short writes instead of 16.
    private const int PipeSize = 1024 * 1024;
    private readonly PseudoTerminal? _terminal;

    private StderrRoute(int source, int programSide, bool keepsWritesApart, PseudoTerminal? terminal) =>
        (Source, ProgramSide, KeepsWritesApart, _terminal) = (source, programSide, keepsWritesApart, terminal);

    /// <summary>Whether one read returns exactly what one write wrote.</summary>
    public bool KeepsWritesApart { get; }

    /// <summary>
    /// The read end. It blocks, because its flags are shared with the <see cref="StderrHeir"/>, whose cat treats a read that would block as
    /// a failure.
    /// </summary>
    public int Source { get; private set; }

    /// <summary>Becomes the program's descriptor 2.</summary>
    public int ProgramSide { get; private set; }

    /// <summary>Creates the route for the program <paramref name="file"/>, or returns null and the reason.</summary>
    /// <remarks>
    /// Descriptor 2 is more than an output: less reads keys from ttyname(2), more from the descriptor, bash uses it for job control, and
    /// a pseudo-terminal supports none of them. So a terminal is replaced only where it pays off: for Go programs
    /// (gctrace lines) and java (its note). Forwarded output arrives later. So if stdout is the same file (2>&amp;1), nothing is
    /// replaced, and lines keep the order in which they were written, unless the caller says that the order does not matter.
    /// </remarks>
    public static StderrRoute? Open(byte[] file, bool mayReorder, out string? problem)
    {
        var isTerminal = LibC.IsTerminal(StandardError) == 1;
        problem = !LibC.WasInherited(StandardError) ? "stderr is closed"
            : isTerminal && !IsWorthATerminal(file) ? "stderr is a terminal and the command itself is not a Go program"
            : !mayReorder && SharedFile.IsOf(StandardOutput, StandardError)
                ? "stdout and stderr are the same file, and the order of their lines would change; redirect stderr to its own file (2>FILE)"
            : null;
        if (problem is not null) return null;
        var route = isTerminal ? OpenTerminal() : OpenPipe();
        if (route is null) problem = "no pipe or pseudo-terminal could be created for stderr";
        return route;
    }

    private static bool IsWorthATerminal(byte[] file) =>
        file.AsSpan().EndsWith("/java"u8) || GoExecutable.Is(file);

    private static StderrRoute? OpenTerminal() =>
        PseudoTerminal.OpenLike(StandardError) is { } terminal ? new(terminal.Master, terminal.Slave, false, terminal) : null;

    private static StderrRoute? OpenPipe()
    {
        var ends = stackalloc int[2];
        // Packets keep each write separate, so that a gctrace line with other output inside it can be reassembled.
        var packets = LibC.Pipe(ends, LibC.OCloseOnExec | LibC.OPacket) == 0;
        if (!packets && LibC.Pipe(ends, LibC.OCloseOnExec) != 0) return null;
        LibC.Control(ends[0], LibC.SetPipeSize, PipeSize); // if that is denied, the usual 64 KB suffice
        return new StderrRoute(ends[0], ends[1], packets, null);
    }

    /// <summary>Closes unpause's copy of the program's side, so that the stream ends with its last writer.</summary>
    public void CloseProgramSide()
    {
        if (ProgramSide >= 0) LibC.Close(ProgramSide);
        ProgramSide = -1;
    }

    /// <summary>Closes the read end. Later writers get the error of a closed stderr.</summary>
    public void CloseSource()
    {
        if (Source >= 0) LibC.Close(Source);
        Source = -1;
    }

    public void Dispose()
    {
        _terminal?.Dispose();
        CloseProgramSide();
        CloseSource();
    }
}
