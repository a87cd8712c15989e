using Unpause.Recordings.Cycles;

namespace Unpause.Tests.Cycles;

/// <summary>Components of a graph, compared with the definition: two nodes are in one if each reaches the other.</summary>
public class StrongComponentsTests
{
    [Fact]
    public void StrongComponents_RandomGraph_EqualMutualReachability()
    {
        var random = new Random(5);
        for (var turn = 0; turn < 300; turn++)
        {
            var nodes = random.Next(1, 14);
            var edges = Enumerable.Range(0, random.Next(0, 3 * nodes)).Select(_ => (From: random.Next(nodes), To: random.Next(nodes)))
                .OrderBy(edge => edge.From).ToList();
            var starts = Enumerable.Range(0, nodes + 1).Select(node => edges.Count(edge => edge.From < node)).ToArray();
            var found = StrongComponents.Find(nodes, starts, [.. edges.Select(edge => edge.To)])
                .Select(members => string.Join(',', members.Order())).Order(StringComparer.Ordinal);
            Assert.Equal(Expected(nodes, edges), found);
        }
    }

    private static IEnumerable<string> Expected(int nodes, List<(int From, int To)> edges)
    {
        var reaches = new bool[nodes, nodes];
        foreach (var (from, to) in edges) reaches[from, to] = true;
        for (var k = 0; k < nodes; k++)
        {
            for (var i = 0; i < nodes; i++)
            {
                for (var j = 0; j < nodes; j++) reaches[i, j] |= reaches[i, k] && reaches[k, j];
            }
        }

        return Enumerable.Range(0, nodes).Where(node => reaches[node, node])
            .Select(node => string.Join(',', Enumerable.Range(0, nodes).Where(other => reaches[node, other] && reaches[other, node])))
            .Distinct().Order(StringComparer.Ordinal);
    }
}
