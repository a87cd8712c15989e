using System.Runtime.InteropServices;
using Unpause.Collections;
using Unpause.Recordings.Cpu;

namespace Unpause.Recordings.Readers.Perf;

/// <summary>
/// The samples that certainly are of one process: those of one process number, or, where an input has numbers of threads alone, of one
/// name. Stacks are folded into a tree as they come.
/// </summary>
/// <param name="processId">The process's id; null where the input does not record it.</param>
internal sealed class SampledThread(int? processId)
{
    private const int MostThreads = 4096;

    private readonly ChunkedList<Node> _nodes = new();
    private readonly Dictionary<(int Parent, int Name), int> _children = [];
    private readonly Dictionary<ulong, long> _kinds = [];
    private readonly Dictionary<ulong, long> _evidence = [];

    /// <summary>The process's id; null where the input does not record it.</summary>
    public int? ProcessId { get; } = processId;

    /// <summary>Processes that just-in-time compiled code bears the numbers of; of more than one it isn't known which this is.</summary>
    public HashSet<int> CodeOf { get; } = [];

    /// <summary>Ids of threads, the first of which is often the process's own; limited in number.</summary>
    public HashSet<int> Threads { get; } = [];

    public long Samples { get; private set; }

    /// <summary>Samples with at most one named frame: their caller is unknown.</summary>
    public long WithoutCallers { get; private set; }

    /// <summary>The name of the process's first thread; of another one while that had no sample.</summary>
    public int MainName { get; private set; } = -1;

    /// <summary>Frames in the tree.</summary>
    public int Nodes => _nodes.Count;

    /// <summary>What samples show of runtimes, with how many show it.</summary>
    public IReadOnlyDictionary<ulong, long> Evidence => _evidence;

    /// <summary>What the frames of samples show, with how many show it.</summary>
    public IReadOnlyDictionary<ulong, long> Kinds => _kinds;

    /// <summary>The first and the last sample's time, in nanoseconds; the latter is smaller while there is none.</summary>
    public (long First, long Last) Times { get; private set; } = (long.MaxValue, long.MinValue);

    /// <summary>Counts a sample.</summary>
    /// <param name="mayGrow">Whether the tree may take more frames.</param>
    public void Add(SampleStack stack, FrameNames names, bool mayGrow)
    {
        if (MainName < 0 || (stack.ProcessId is not null && stack.ProcessId == stack.ThreadId)) MainName = stack.Thread;
        Samples += stack.Samples;
        if (stack.ThreadId is { } thread && Threads.Count < MostThreads) Threads.Add(thread);
        if (stack.CodeOf is { } code && CodeOf.Count < 2) CodeOf.Add(code);
        if (stack.TimeNanoseconds is { } time) Times = (Math.Min(Times.First, time), Math.Max(Times.Last, time));
        if (stack.NamedFrames < 2) WithoutCallers += stack.Samples;
        var bits = names.ThreadBitsOf(stack.Thread) | stack.CutBits;
        if (stack.IsFolded) bits |= names.BitsOf(stack.Thread) & ~FrameBits.Named;
        var node = Step(-1, stack.Thread, mayGrow);
        for (var frame = stack.Frames.Length - 1; frame >= 0; frame--)
        {
            var name = stack.Frames[frame];
            bits |= names.BitsOf(name);
            node = Step(node, name, mayGrow);
        }

        ref var leaf = ref _nodes.ItemRef(node);
        if (leaf.Samples == 0) leaf.Bits = bits;
        leaf.Samples += stack.Samples;
        Count(_kinds, bits, stack.Samples);
        Count(_evidence, (bits | stack.FileBits) & FrameBits.Runtimes, stack.Samples);
    }

    /// <summary>The tree, with what each stack was doing.</summary>
    public CpuTree Finish(IReadOnlyList<string> names, Func<ulong, int> classOf)
    {
        var nodes = new ChunkedList<CpuNode>();
        for (var index = 0; index < _nodes.Count; index++)
        {
            var node = _nodes[index];
            nodes.Add(new CpuNode(node.Parent, node.Name, node.Samples, node.Samples > 0 ? classOf(node.Bits) : 0));
        }

        return new CpuTree(names, new Column<CpuNode>(nodes));
    }

    private static void Count(Dictionary<ulong, long> counts, ulong bits, long samples)
    {
        if (counts.Count >= Limits.CpuKinds && !counts.ContainsKey(bits)) bits = FrameBits.Unnamed;
        ref var count = ref CollectionsMarshal.GetValueRefOrAddDefault(counts, bits, out _);
        count += samples;
    }

    private int Step(int parent, int name, bool mayGrow)
    {
        if (_children.TryGetValue((parent, name), out var known)) return known;
        if (!mayGrow && parent >= 0) return parent;
        _nodes.Add(new Node { Parent = parent, Name = name });
        _children.Add((parent, name), _nodes.Count - 1);
        return _nodes.Count - 1;
    }

    private struct Node
    {
        public int Parent;
        public int Name;
        public long Samples;
        public ulong Bits;
    }
}
