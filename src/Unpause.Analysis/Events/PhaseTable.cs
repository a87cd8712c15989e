using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Events;

/// <summary>What the runtimes' phases are, and which phase contains which: <c>phases.tsv</c>.</summary>
internal static class PhaseTable
{
    private const char Column = '\t', Parent = '|', Comment = '#';

    private static readonly Dictionary<string, PhaseRow> Rows = Read();

    /// <summary>What a phase is; null when the table doesn't have it.</summary>
    /// <param name="name">The runtime's own name.</param>
    public static PhaseRow? Find(string name) => Rows.GetValueOrDefault(name);

    private static Dictionary<string, PhaseRow> Read()
    {
        var rows = new Dictionary<string, PhaseRow>(StringComparer.Ordinal);
        foreach (var line in EmbeddedText.Read("Unpause.Events.phases.tsv").Split('\n'))
        {
            if (line.Length == 0 || line[0] == Comment) continue;
            var columns = line.Split(Column);
            rows.Add(columns[0], new PhaseRow(
                Enum.Parse<PausePartKind>(columns[1]), Enum.Parse<PausePartKind>(columns[2]),
                columns[3].Split(Parent, StringSplitOptions.RemoveEmptyEntries)));
        }

        return rows;
    }
}

/// <summary>A phase.</summary>
/// <param name="Kind">What it does.</param>
/// <param name="RestKind">What it does outside of the phases that it contains, where these are recorded.</param>
/// <param name="Parents">Names of phases that may contain it, the innermost first.</param>
internal sealed record PhaseRow(PausePartKind Kind, PausePartKind RestKind, IReadOnlyList<string> Parents);
