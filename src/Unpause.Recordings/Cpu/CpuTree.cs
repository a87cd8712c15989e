namespace Unpause.Recordings.Cpu;

/// <summary>
/// Stacks folded into a tree: a frame comes after its caller. The first frame of a stack is the name of its thread.
/// </summary>
/// <param name="Names">Names of threads and frames; those of the kernel end in <c>_[k]</c>. Hostile: escape before showing.</param>
/// <param name="Nodes">The frames.</param>
internal sealed record CpuTree(IReadOnlyList<string> Names, Column<CpuNode> Nodes)
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
