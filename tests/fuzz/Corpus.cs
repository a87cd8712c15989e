namespace Unpause.Fuzz;

/// <summary>The inputs of one target that found something, and for each edge the best of those that take it.</summary>
internal sealed class Corpus
{
    private readonly List<byte[]> _inputs = [];
    private readonly int[] _best = new int[EdgeMap.Size];
    private readonly List<int> _edges = [];

    public Corpus() => Array.Fill(_best, -1);

    /// <summary>How many there are.</summary>
    public int Count => _inputs.Count;

    /// <summary>One of them.</summary>
    public byte[] this[int index] => _inputs[index];

    /// <summary>Keeps an input.</summary>
    /// <param name="input">It.</param>
    /// <param name="edges">The edges that it takes.</param>
    public void Add(byte[] input, List<int> edges)
    {
        _inputs.Add(input);
        foreach (var edge in edges)
        {
            if (_best[edge] < 0) _edges.Add(edge);
            // A short input is a fast one, and a mutation more often meets what matters in it.
            if (_best[edge] < 0 || _inputs[_best[edge]].Length > input.Length) _best[edge] = _inputs.Count - 1;
        }
    }

    /// <summary>Chooses one: mostly the best of a random edge, so that a seldom edge counts as much as a usual one.</summary>
    public byte[] Choose(Random random)
    {
        if (_inputs.Count == 0) return [];
        return random.Next(10) switch
        {
            < 6 when _edges.Count > 0 => _inputs[_best[_edges[random.Next(_edges.Count)]]],
            < 8 => _inputs[_inputs.Count - 1 - random.Next(Math.Min(_inputs.Count, 32))],
            _ => _inputs[random.Next(_inputs.Count)],
        };
    }

    /// <summary>A small choice that takes every edge where there is room: first those that are the best of many and short.</summary>
    /// <param name="most">Inputs at most.</param>
    /// <param name="bytes">Bytes at most, in all.</param>
    public IReadOnlyList<byte[]> Minimised(int most, int bytes)
    {
        var chosen = new List<byte[]>();
        var users = _edges.GroupBy(edge => _best[edge])
            .OrderByDescending(group => group.Count() / Math.Sqrt(_inputs[group.Key].Length + 64.0));
        foreach (var input in users.Select(group => _inputs[group.Key]))
        {
            if (chosen.Count == most) break;
            if (input.Length > bytes || input.Length > FuzzLimits.KeptFileBytes) continue;
            bytes -= input.Length;
            chosen.Add(input);
        }

        return chosen;
    }
}
