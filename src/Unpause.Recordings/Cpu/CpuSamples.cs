namespace Unpause.Recordings.Cpu;

/// <summary>Where a process spent its CPU time, by samples of its stacks.</summary>
/// <param name="Samples">Samples in all.</param>
/// <param name="Basis">What was sampled, as text.</param>
/// <param name="RuntimeEvidence">The evidence for the runtime, as text.</param>
/// <param name="Classes">The kinds of work; each sample is in one class. The order is that of the table of classes.</param>
/// <param name="Parts">What lies across the classes.</param>
public sealed record CpuSamples(
    long Samples,
    string Basis,
    string RuntimeEvidence,
    IReadOnlyList<CpuClass> Classes,
    IReadOnlyList<CpuPart> Parts,
    IReadOnlyList<CpuTree> Trees)
{
    /// <summary>The class of samples that show nothing of the collector where all that could be the collector has names.</summary>
    public const string Application = "application";

    /// <summary>The class of samples whose frames have no names where the collector could be.</summary>
    public const string NoSymbols = "no symbols";

    /// <summary>The class of samples that have frames of the kernel alone.</summary>
    public const string Kernel = "kernel";

    /// <summary>Samples without a named frame outside the kernel.</summary>
    public required long Unnamed { get; init; }

    /// <summary>Which stacks are shown; null for all. The classes stay those of all samples.</summary>
    public FrameGlob? Only { get; init; }

    /// <summary>Samples in the collector's classes.</summary>
    public long CollectorSamples => Total.Sum(Classes, row => row.Collector ? row.Samples : 0).Value;

    /// <summary>The stacks with the most samples, with the rest summed up by class; only those that match <see cref="Only"/>.</summary>
    /// <param name="most">How many stacks; further ones are one stack for each class.</param>
    public IReadOnlyList<CpuStack> Stacks(int most)
    {
        var found = new List<(CpuTree Tree, int Leaf)>();
        foreach (var tree in Trees)
        {
            foreach (var leaf in tree.Leaves(Only)) found.Add((tree, leaf));
        }

        // A stable order: of equal ones the first that was sampled.
        var ordered = found.OrderByDescending(stack => stack.Tree.Nodes[stack.Leaf].Samples).ToList();
        var stacks = ordered.Take(most).Select(stack => StackOf(stack.Tree, stack.Leaf)).ToList();
        foreach (var rest in ordered.Skip(most).GroupBy(stack => stack.Tree.Nodes[stack.Leaf].Class))
        {
            var samples = Total.Sum(rest, stack => stack.Tree.Nodes[stack.Leaf].Samples).Value;
            stacks.Add(new CpuStack(samples, Classes[rest.Key], null, [$"({Quantities.Count(rest.Count())} further stacks)"]));
        }

        return stacks;
    }

    private CpuStack StackOf(CpuTree tree, int leaf)
    {
        var names = tree.Stack(leaf);
        var node = tree.Nodes[leaf];
        return new CpuStack(node.Samples, Classes[node.Class], names[^1], [.. names.Take(names.Count - 1)]);
    }
}

/// <summary>Samples with a certain frame anywhere in their stack, whatever class they are of: these overlap with the classes.</summary>
/// <param name="Name">What the frame does: <c>NUMA page migration</c>.</param>
/// <param name="CollectorSamples">Of them, samples in the collector's classes.</param>
public sealed record CpuPart(string Name, long Samples, long CollectorSamples);

/// <summary>A stack with the samples that were taken in it.</summary>
/// <param name="Class">What they were doing.</param>
/// <param name="Thread">The thread's name, as the kernel has it; null where the frames of many stacks were left out.</param>
/// <param name="Frames">The frames, the innermost first.</param>
public sealed record CpuStack(long Samples, CpuClass Class, string? Thread, IReadOnlyList<string> Frames);

/// <summary>Samples that were taken while a process did the same kind of work.</summary>
/// <param name="Name">The kind, in the runtime's words: <c>mark assist</c>.</param>
/// <param name="Collector">Whether it is work of the collector.</param>
public sealed record CpuClass(string Name, long Samples, bool Collector);

/// <summary>
/// Stacks folded into a tree: a frame comes after its caller. The first frame of a stack is the name of its thread.
/// </summary>
/// <param name="Names">Names of threads and frames; those of the kernel end in <c>_[k]</c>. Hostile: escape before showing.</param>
public sealed record CpuTree(IReadOnlyList<string> Names, Column<CpuNode> Nodes)
{
    /// <summary>The frames with samples of their own that a filter lets through.</summary>
    /// <param name="wanted">Which frames a stack must have one of (its thread's name counts as one); null for all stacks.</param>
    public IEnumerable<int> Leaves(FrameGlob? wanted)
    {
        var matching = wanted is null ? null : Matching(wanted);
        for (var node = 0; node < Nodes.Count; node++)
        {
            if (Nodes[node].Samples > 0 && (matching is null || matching[node])) yield return node;
        }
    }

    /// <summary>The names of a stack, the innermost frame first and the thread last.</summary>
    public IReadOnlyList<string> Stack(int leaf)
    {
        var stack = new List<string>();
        for (var node = leaf; node >= 0; node = Nodes[node].Parent) stack.Add(Names[Nodes[node].Name]);
        return stack;
    }

    /// <summary>For each frame, whether it or one of its callers matches. Callers come before their callees.</summary>
    private bool[] Matching(FrameGlob wanted)
    {
        var names = new bool[Names.Count];
        for (var name = 0; name < names.Length; name++) names[name] = wanted.Matches(Names[name]);
        var nodes = new bool[Nodes.Count];
        for (var index = 0; index < nodes.Length; index++)
        {
            var node = Nodes[index];
            nodes[index] = names[node.Name] || (node.Parent >= 0 && nodes[node.Parent]);
        }

        return nodes;
    }
}

/// <summary>A frame of a <see cref="CpuTree"/>.</summary>
/// <param name="Parent">Index of the frame that called it; -1 for the outermost.</param>
/// <param name="Name">Index of its name.</param>
/// <param name="Samples">Samples whose innermost frame it is.</param>
/// <param name="Class">What these were doing: index into <see cref="CpuSamples.Classes"/>.</param>
public readonly record struct CpuNode(int Parent, int Name, long Samples, int Class);

/// <summary>
/// A pattern for names of frames: <c>*</c> is any text, <c>?</c> one character, all else itself. A name matches with and without the
/// kernel's mark <c>_[k]</c>.
/// </summary>
public sealed class FrameGlob(string pattern)
{
    /// <summary>What the names of the kernel's frames end in, as stackcollapse-perf.pl --kernel marks them.</summary>
    public const string KernelMark = "_[k]";

    public string Pattern { get; } = pattern;

    /// <summary>Whether a name matches.</summary>
    public bool Matches(string name) =>
        Matches(Pattern, name)
        || (name.EndsWith(KernelMark, StringComparison.Ordinal) && Matches(Pattern, name.AsSpan(0, name.Length - KernelMark.Length)));

    /// <summary>Whether a name matches a pattern. The time is at most the product of both lengths.</summary>
    public static bool Matches(string pattern, ReadOnlySpan<char> name)
    {
        var (at, place, star, mark) = (0, 0, -1, 0);
        while (place < name.Length)
        {
            if (at < pattern.Length && pattern[at] == '*')
            {
                (star, mark) = (at++, place);
            }
            else if (at < pattern.Length && (pattern[at] == '?' || pattern[at] == name[place]))
            {
                at++;
                place++;
            }
            else if (star >= 0)
            {
                // The last star takes one character more.
                at = star + 1;
                place = ++mark;
            }
            else
            {
                return false;
            }
        }

        while (at < pattern.Length && pattern[at] == '*') at++;
        return at == pattern.Length;
    }
}
