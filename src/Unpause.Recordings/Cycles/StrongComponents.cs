namespace Unpause.Recordings.Cycles;

/// <summary>
/// Strongly connected components of a graph, without recursion (Tarjan, "Depth-first search and linear graph algorithms", 1972; the
/// call stack is an array). Nodes outside cycles belong to no component.
/// </summary>
internal static class StrongComponents
{
    /// <summary>The components, as lists of node indexes.</summary>
    /// <param name="nodes">Number of nodes.</param>
    /// <param name="starts">Start of each node's targets, and one more for the end.</param>
    public static List<int[]> Find(int nodes, int[] starts, int[] targets)
    {
        var components = new List<int[]>();
        var order = new int[nodes];
        var low = new int[nodes];
        var next = new int[nodes];
        var open = new Stack<int>();
        var isOpen = new bool[nodes];
        var calls = new Stack<int>();
        var count = 0;
        for (var root = 0; root < nodes; root++)
        {
            if (order[root] != 0) continue;
            Enter(root);
            while (calls.TryPeek(out var node))
            {
                if (next[node] < starts[node + 1])
                {
                    var target = targets[next[node]++];
                    if (order[target] == 0) Enter(target);
                    else if (isOpen[target]) low[node] = Math.Min(low[node], order[target]);
                    continue;
                }

                calls.Pop();
                if (calls.TryPeek(out var caller)) low[caller] = Math.Min(low[caller], low[node]);
                if (low[node] == order[node]) Close(node);
            }
        }

        return components;

        void Enter(int node)
        {
            order[node] = low[node] = ++count;
            next[node] = starts[node];
            open.Push(node);
            isOpen[node] = true;
            calls.Push(node);
        }

        void Close(int node)
        {
            var members = new List<int>();
            int member;
            do
            {
                member = open.Pop();
                isOpen[member] = false;
                members.Add(member);
            }
            while (member != node);

            if (members.Count > 1 || targets.AsSpan(starts[node]..starts[node + 1]).Contains(node)) components.Add([.. members]);
        }
    }
}
