namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>A stop-the-world block of a legacy log, filled while it is read. Reused.</summary>
internal sealed class LegacyPause
{
    private readonly List<(string Name, long Nanoseconds)> _phases = [];

    /// <summary>The block's kind; changes when an inner block identifies it.</summary>
    public BlockKind Kind { get; set; }

    /// <summary>The timestamp before it.</summary>
    public JvmStamp? Stamp { get; private set; }

    public HeapChange? Heap { get; set; }

    public HeapChange? Young { get; set; }

    /// <summary>The cause that was printed.</summary>
    public string? Cause { get; set; }

    /// <summary>G1: <c>(mixed)</c> or <c>(partial)</c>.</summary>
    public bool Mixed { get; set; }

    /// <summary>CMS: whether it is a remark, which may contain a young collection.</summary>
    public bool MarksOld { get; set; }

    /// <summary>Tenuring threshold and its maximum, where printed.</summary>
    public (long Threshold, long Max, long Desired)? Tenuring { get; set; }

    /// <summary>Bytes of each age, where printed.</summary>
    public List<(int Age, long Bytes)> Ages { get; } = [];

    /// <summary>Facts for <see cref="Recordings.Collection.Marks"/>.</summary>
    public List<string> Marks { get; } = [];

    /// <summary>Phases printed inside the block.</summary>
    public IReadOnlyList<(string Name, long Nanoseconds)> Phases => _phases;

    public void Reset(BlockKind kind, JvmStamp? stamp)
    {
        Kind = kind;
        Stamp = stamp;
        Heap = Young = null;
        Cause = null;
        Mixed = MarksOld = false;
        Tenuring = null;
        Ages.Clear();
        Marks.Clear();
        _phases.Clear();
    }

    /// <summary>Keeps an inner phase; bounded, because a damaged log may never end a block.</summary>
    public void AddPhase(string name, long nanoseconds)
    {
        if (_phases.Count < Limits.PhasesOfOnePause) _phases.Add((name, nanoseconds));
    }
}
