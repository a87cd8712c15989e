namespace Unpause.Recordings.Readers.Perf;

/// <summary>All samples of one input, by process as far as it distinguishes processes.</summary>
internal sealed class SampleSet
{
    private readonly Dictionary<(bool ByProcess, int Key), SampledThread> _threads = [];

    /// <summary>The names of frames and threads.</summary>
    public FrameNames Names { get; } = new();

    /// <summary>The processes, or the names of threads where processes aren't distinguished, in the order of their first sample.</summary>
    public IReadOnlyCollection<SampledThread> Threads => _threads.Values;

    /// <summary>Frames of all trees.</summary>
    public int Nodes { get; private set; }

    public long Samples { get; private set; }

    /// <summary>Samples of processes beyond those that are distinguished.</summary>
    public long LeftOut { get; private set; }

    /// <summary>About how much memory it takes: a frame with its place in the table of children.</summary>
    public long MemoryBytes => (Nodes * 80L) + Names.MemoryBytes;

    public void Add(SampleStack stack)
    {
        Samples += stack.Samples;
        var key = stack.ProcessId is { } process ? (true, process) : (false, stack.Thread);
        if (!_threads.TryGetValue(key, out var thread))
        {
            if (_threads.Count >= Limits.Processes)
            {
                LeftOut += stack.Samples;
                return;
            }

            _threads.Add(key, thread = new SampledThread(stack.ProcessId));
        }

        var before = thread.Nodes;
        thread.Add(stack, Names, Nodes < Limits.CpuNodes);
        Nodes += thread.Nodes - before;
    }

    /// <summary>Adds a frame as perf prints it.</summary>
    public void AddFrame(SampleStack stack, in PerfFrame frame)
    {
        if (frame.IsKernel)
        {
            var kernel = Names.IndexOfKernel(frame.IsNameless ? "[unknown]"u8 : frame.Symbol);
            stack.Add(kernel, Names.BitsOf(kernel));
            return;
        }

        var (bits, nameless, process) = Names.OfFile(frame.File);
        stack.FileBits |= bits;
        stack.CodeOf ??= process;
        var name = frame.IsNameless ? nameless : Names.IndexOf(frame.Symbol);
        stack.Add(name, Names.BitsOf(name));
    }

    /// <summary>Notes what every format's reader notes.</summary>
    public void Note(CoverageBuilder coverage)
    {
        if (Nodes >= Limits.CpuNodes)
        {
            coverage.Add($"The stacks have more than {Quantities.Count(Limits.CpuNodes)} different "
                + "frames: later stacks are truncated in the "
                + "flame graph; the shares of the GC count all of them");
        }

        if (LeftOut > 0)
        {
            coverage.Add($"{Quantities.Count(LeftOut)} samples of more than {Quantities.Count(Limits.Processes)} processes are left out");
        }
    }

    /// <summary>A name of the input, bounded.</summary>
    public int IndexOfThread(ReadOnlySpan<byte> name) => Names.IndexOf(name.IsEmpty ? "[unknown]"u8 : name);
}
