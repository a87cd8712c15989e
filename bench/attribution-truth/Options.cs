using System.Globalization;

namespace Unpause.Bench.AttributionTruth;

/// <summary>The command-line options; README.md explains each.</summary>
public sealed class Options
{
    /// <summary>Coprime to the number of cells: neighbouring seeds get distant cells.</summary>
    private const long Stride = 1_000_003;

    private readonly Dictionary<string, string> values = new(StringComparer.Ordinal)
    {
        ["--unpause"] = Environment.CurrentDirectory,
        ["--seed"] = "1",
        ["--seeds"] = "300",
        ["--cells"] = "",
        ["--jobs"] = "1",
        ["--minutes"] = "15",
        ["--keep"] = "",
        ["--out"] = "",
        ["--crossed"] = "",
    };

    /// <summary>The checkout or library under test.</summary>
    public string Unpause => values["--unpause"];

    /// <summary>The first seed.</summary>
    public int Seed => Whole("--seed");

    /// <summary>The number of scenarios: the next seeds whose cell is selected.</summary>
    public int Seeds => Whole("--seeds");

    /// <summary>Concurrent processes.</summary>
    public int Jobs => Whole("--jobs");

    /// <summary>No scenario starts after this time.</summary>
    public TimeSpan Time => TimeSpan.FromMinutes(double.Parse(values["--minutes"], CultureInfo.InvariantCulture));

    /// <summary>The folder for the files of all scenarios; null to keep none.</summary>
    public string? Keep => values["--keep"] is { Length: > 0 } folder ? folder : null;

    /// <summary>The file with one line per scenario; null for none.</summary>
    public string? Out => values["--out"] is { Length: > 0 } file ? file : null;

    /// <summary>The selected seeds and their cells: a seed always has the same cell of a matrix.</summary>
    /// <exception cref="ArgumentException">No cell has such a name.</exception>
    public IReadOnlyList<(int Seed, Cell Cell)> Scenarios()
    {
        var words = values["--cells"].Split(',');
        var all = values["--crossed"].Length > 0 ? Matrix.Crossed : Matrix.Single;
        bool Chosen(Cell cell) => words.Any(word => word.EndsWith('$') ? cell.Name == word[..^1] : cell.Name.Contains(word));
        if (!all.Any(Chosen)) throw new ArgumentException($"no cell has {values["--cells"]} in its name, as {all[^1].Name}");
        return
        [
            .. Enumerable.Range(Seed, int.MaxValue - Seed).Select(seed => (seed, all[(int)(seed * Stride % all.Count)]))
                .Where(scenario => Chosen(scenario.Item2)).Take(Seeds),
        ];
    }

    /// <summary>Reads the command line.</summary>
    /// <exception cref="ArgumentException">An option is unknown or lacks its value.</exception>
    public static Options Read(string[] args)
    {
        var options = new Options();
        for (var at = 0; at < args.Length; at++)
        {
            var name = args[at];
            if (!options.values.ContainsKey(name)) throw new ArgumentException($"{name}? I know {string.Join(' ', options.values.Keys)}");
            var alone = name == "--crossed";
            if (!alone && ++at == args.Length) throw new ArgumentException($"{name} needs a value");
            options.values[name] = alone ? "yes" : args[at];
        }

        return options;
    }

    private int Whole(string name) => int.Parse(values[name], CultureInfo.InvariantCulture);
}
