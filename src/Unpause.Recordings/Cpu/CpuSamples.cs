namespace Unpause.Recordings.Cpu;

/// <summary>Where a process spent its CPU time, by samples of its stacks.</summary>
/// <param name="Samples">Samples in all.</param>
/// <param name="Basis">What was sampled, as text.</param>
/// <param name="RuntimeEvidence">The evidence for the runtime, as text.</param>
/// <param name="Classes">The kinds of work; each sample is in one class. The order is that of the table of classes.</param>
/// <param name="Parts">What lies across the classes.</param>
/// <param name="Trees">The stacks.</param>
internal sealed record CpuSamples(
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
    public long CollectorSamples => Total.Of(Classes, row => row.Collector ? row.Samples : 0).Value;

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
            var samples = Total.Of(rest, stack => stack.Tree.Nodes[stack.Leaf].Samples).Value;
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
