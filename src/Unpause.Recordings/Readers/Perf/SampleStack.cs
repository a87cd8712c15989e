namespace Unpause.Recordings.Readers.Perf;

/// <summary>One sample while its lines are read; used again for the next.</summary>
internal sealed class SampleStack
{
    private readonly int[] _frames = new int[Limits.CpuStackFrames];
    private int _count;

    /// <summary>Index of its thread's name.</summary>
    public int Thread { get; private set; }

    /// <summary>Its process's number; null where it is not recorded.</summary>
    public int? ProcessId { get; private set; }

    /// <summary>Its thread's number; null where it is not recorded.</summary>
    public int? ThreadId { get; private set; }

    /// <summary>When it was taken, on perf's clock; null where it is not recorded.</summary>
    public long? TimeNanoseconds { get; private set; }

    /// <summary>How many samples were taken in this stack.</summary>
    public long Samples { get; set; } = 1;

    /// <summary>Whether the thread's name may be a frame: folded stacks don't say.</summary>
    public bool IsFolded { get; private set; }

    /// <summary>The frames, the innermost first.</summary>
    public ReadOnlySpan<int> Frames => _frames.AsSpan(0, _count);

    /// <summary>Frames of the program that have names.</summary>
    public int NamedFrames { get; private set; }

    /// <summary>What the files of its frames show.</summary>
    public ulong FileBits { get; set; }

    /// <summary>The process id in the file name of its just-in-time compiled code; null where it has none, or none is recorded.</summary>
    public int? CodeOf { get; set; }

    /// <summary>What frames show that were left out, because there are too many.</summary>
    public ulong CutBits { get; private set; }

    /// <summary>Begins a sample of perf's.</summary>
    public void Begin(int thread, in PerfHeader header)
    {
        Begin(thread);
        (ProcessId, ThreadId, TimeNanoseconds) = (header.ProcessId, header.ThreadId, header.TimeNanoseconds);
    }

    /// <summary>Begins a stack of a profile without threads.</summary>
    /// <param name="program">Index of the name that replaces the thread's.</param>
    /// <param name="samples">How many were taken in it.</param>
    public void BeginProfiled(int program, long samples)
    {
        Begin(program);
        Samples = samples;
        (ProcessId, ThreadId, TimeNanoseconds) = (null, null, null);
    }

    /// <summary>Begins a folded stack.</summary>
    public void BeginFolded(int thread, long samples)
    {
        Begin(thread);
        (IsFolded, Samples) = (true, samples);
        (ProcessId, ThreadId, TimeNanoseconds) = (null, null, null);
    }

    /// <summary>Adds the frame that called those that are there.</summary>
    /// <param name="name">Index of its name.</param>
    public void Add(int name, ulong bits)
    {
        if ((bits & FrameBits.Named) != 0) NamedFrames++;
        // A walk along what is no frame pointer makes up to a hundred frames of nothing.
        else if ((bits & FrameBits.Unnamed) != 0 && _count > 0 && _frames[_count - 1] == name) return;
        if (_count < _frames.Length) _frames[_count++] = name;
        else CutBits |= bits;
    }

    private void Begin(int thread)
    {
        Thread = thread;
        _count = 0;
        NamedFrames = 0;
        FileBits = CutBits = 0;
        CodeOf = null;
        IsFolded = false;
        Samples = 1;
    }
}
