using System.Buffers;

namespace Unpause.Recorder.Stderr;

/// <summary>How forwarding ended.</summary>
internal enum ForwardEnd
{
    /// <summary>Every process closed the program's stderr.</summary>
    SourceClosed,

    /// <summary>unpause's own stderr was closed.</summary>
    TargetGone,

    /// <summary>The program ended, but a child process still has its stderr open.</summary>
    HeldByOthers,
}

/// <summary>Forwards the program's stderr to unpause's through the filters, until the program has ended.</summary>
/// <param name="target">unpause's own.</param>
/// <param name="endedDescriptor">Becomes readable when the program has ended.</param>
/// <param name="gcLines">Removes gctrace lines; null: there are none.</param>
/// <param name="javaNotes">Removes unpause's option from notes; null: there are none.</param>
/// <param name="areWritersAtWork">Whether one of the writing processes is running or runnable.</param>
[SupportedOSPlatform("linux")]
internal sealed unsafe class StderrForwarder(
    int source, int target, int endedDescriptor, GcLineFilter? gcLines, JavaNoteFilter? javaNotes, Func<bool> areWritersAtWork)
{
    private const int BlockSize = 64 * 1024;

    // Waking a sleeping reader costs the writer more than the write, so the reader does not sleep while the runtime writes gctrace lines in
    // many small pieces. A pipe that was half full is read again at once: it has space for 256 pieces.
    private const int RestMilliseconds = 1, MostReadsBeforeRest = 128;
    private const int SilenceAfterEndMilliseconds = 200, LongestDrainMilliseconds = 1_000;
    private readonly ArrayBufferWriter<byte> _output = new(2 * BlockSize);
    private readonly byte[] _block = GC.AllocateUninitializedArray<byte>(BlockSize, pinned: true);
    private long _endedAt = -1;
    private long _holdBeganAt;
    private long _lookAgainAt;
    private long _lastByteAt = Environment.TickCount64;
    private int _reads;
    private int _linesBefore;

    /// <summary>Returns when forwarding has ended. The descriptors stay open.</summary>
    public ForwardEnd Run()
    {
        while (true)
        {
            if (IsAmongGcLines) Rest();
            if (WaitForBytes() && !ReadAll()) return Finish(ForwardEnd.SourceClosed);
            if (javaNotes is { IsHolding: true } && NotePatienceLeft() == 0) TakeGcLines(javaNotes.Release());
            if (gcLines is { IsHolding: true } && LinePatienceLeft() == 0 && !WaitsForWriters()) gcLines.Release(_output);
            if (!WriteOut()) return ForwardEnd.TargetGone;
            if (_endedAt >= 0 && DrainLeft() <= 0) return Finish(ForwardEnd.HeldByOthers);
        }
    }

    private bool IsHolding => gcLines is { IsHolding: true } || javaNotes is { IsHolding: true };

    /// <summary>Whether the last bytes ended a gctrace line or started a possible one.</summary>
    private bool IsAmongGcLines =>
        _endedAt < 0 && _reads < MostReadsBeforeRest && gcLines is not null && (gcLines.IsInside || gcLines.Lines != _linesBefore);

    /// <summary>Lets bytes accumulate, but returns when the program ends.</summary>
    private void Rest()
    {
        var end = new LibC.PollEntry { Descriptor = endedDescriptor, Events = LibC.PollIn };
        if (LibC.Poll(&end, 1, RestMilliseconds) > 0) _endedAt = Environment.TickCount64;
    }

    /// <summary>Waits for bytes, the program's end, or the end of a filter's delay. Returns whether there are bytes.</summary>
    private bool WaitForBytes()
    {
        var held = IsHolding;
        var patience = held ? PatienceLeft() : -1;
        var timeout = _endedAt < 0 ? patience : held ? Math.Min(patience, DrainLeft()) : DrainLeft();
        var entries = stackalloc LibC.PollEntry[2];
        entries[0] = new LibC.PollEntry { Descriptor = source, Events = LibC.PollIn };
        entries[1] = new LibC.PollEntry { Descriptor = _endedAt < 0 ? endedDescriptor : -1, Events = LibC.PollIn };
        var ready = LibC.Poll(entries, 2, timeout);
        if (ready > 0 && entries[1].Returned != 0) _endedAt = Environment.TickCount64;
        return ready > 0 && entries[0].Returned != 0;
    }

    private int PatienceLeft() => Math.Min(NotePatienceLeft(), LinePatienceLeft());

    private int NotePatienceLeft() =>
        javaNotes is { IsHolding: true } ? Left(_lastByteAt + GcLineFilter.PatienceMilliseconds) : int.MaxValue;

    private int LinePatienceLeft() =>
        gcLines is { IsHolding: true } ? Left(Math.Max(_holdBeganAt + gcLines.Patience, _lookAgainAt)) : int.MaxValue;

    /// <summary>
    /// Whether the rest of a line may still come. Its writer holds the runtime's print lock, so it does not sleep. If all threads of its
    /// program sleep, the program waits for input, and the delayed bytes are its prompt.
    /// </summary>
    private bool WaitsForWriters()
    {
        var now = Environment.TickCount64;
        if (_endedAt >= 0 || now >= _holdBeganAt + gcLines!.LongestPatience || !areWritersAtWork()) return false;
        _lookAgainAt = now + GcLineFilter.PatienceMilliseconds;
        return true;
    }

    private static int Left(long until) => (int)Math.Max(0, until - Environment.TickCount64);

    private int DrainLeft()
    {
        var end = Math.Min(Math.Max(_endedAt, _lastByteAt) + SilenceAfterEndMilliseconds, _endedAt + LongestDrainMilliseconds);
        return (int)Math.Max(0, end - Environment.TickCount64);
    }

    /// <summary>Reads available bytes, up to one block of output. Returns false at the end of the stream.</summary>
    private bool ReadAll()
    {
        _reads = 0;
        _linesBefore = gcLines?.Lines ?? 0;
        do
        {
            nint count;
            fixed (byte* block = _block) count = LibC.Read(source, block, BlockSize);
            if (count < 0 && Marshal.GetLastPInvokeError() == LibC.Eintr) continue;
            if (count <= 0) return false; // EIO: the last process closed the pseudo-terminal
            _lastByteAt = Environment.TickCount64;
            _reads++;
            Filter(_block.AsSpan(0, (int)count));
        }
        while (_output.WrittenCount < BlockSize && HasBytes());

        return true;
    }

    /// <summary>Whether a read would not block: no other process reads from it while unpause lives.</summary>
    private bool HasBytes()
    {
        var entry = new LibC.PollEntry { Descriptor = source, Events = LibC.PollIn };
        return LibC.Poll(&entry, 1, 0) > 0;
    }

    private void Filter(ReadOnlySpan<byte> chunk)
    {
        var holds = gcLines?.Holds;
        TakeGcLines(javaNotes is null ? chunk : javaNotes.Push(chunk));
        if (gcLines?.Holds != holds) (_holdBeganAt, _lookAgainAt) = (_lastByteAt, 0);
    }

    private void TakeGcLines(ReadOnlySpan<byte> chunk)
    {
        if (gcLines is null) _output.Write(chunk);
        else gcLines.Push(chunk, UnixNanoseconds(), _output);
    }

    private ForwardEnd Finish(ForwardEnd end)
    {
        if (javaNotes is { IsHolding: true }) TakeGcLines(javaNotes.Release());
        gcLines?.End(_output);
        return WriteOut() ? end : ForwardEnd.TargetGone;
    }

    private static long UnixNanoseconds() => (DateTime.UtcNow - DateTime.UnixEpoch).Ticks * 100;

    /// <summary>Writes the output to unpause's stderr. Returns false when nobody can read it any more.</summary>
    private bool WriteOut()
    {
        var alive = Write(target, _output.WrittenSpan);
        _output.ResetWrittenCount();
        return alive;
    }

    /// <summary>Writes everything. Returns false when nobody can read it any more.</summary>
    public static bool Write(int target, ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            nint written;
            fixed (byte* pointer = bytes) written = LibC.Write(target, pointer, bytes.Length);
            if (written >= 0)
            {
                bytes = bytes[(int)written..];
                continue;
            }

            var error = Marshal.GetLastPInvokeError();
            if (error is LibC.Epipe or LibC.Eio or LibC.Ebadf) return false;
            if (error == LibC.Eagain) WaitUntilWritable(target);
            else if (error != LibC.Eintr) return true; // a full disk: the program would lose these bytes too
        }

        return true;
    }

    private static void WaitUntilWritable(int target)
    {
        var entry = new LibC.PollEntry { Descriptor = target, Events = LibC.PollOut };
        LibC.Poll(&entry, 1, -1);
    }
}
