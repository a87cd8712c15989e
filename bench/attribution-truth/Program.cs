using System.Collections.Concurrent;
using System.Diagnostics;
using Unpause.Bench.AttributionTruth;

// See README.md. Every option has a value, but --crossed.
var options = new Dictionary<string, string>(StringComparer.Ordinal)
{
    ["--unpause"] = Environment.CurrentDirectory, ["--seed"] = "1", ["--seeds"] = "300", ["--cells"] = "", ["--jobs"] = "1", ["--minutes"] = "15",
    ["--keep"] = "", ["--out"] = "", ["--crossed"] = "",
};
for (var at = 0; at < args.Length; at++)
{
    if (!options.ContainsKey(args[at]) || (args[at] != "--crossed" && at + 1 == args.Length))
    {
        Console.Error.WriteLine($"unknown or without a value: {args[at]}; there are {string.Join(' ', options.Keys)}");
        return 2;
    }

    options[args[at]] = args[at] == "--crossed" ? "yes" : args[++at];
}

var cells = (options["--crossed"].Length > 0 ? Cells.Crossed : Cells.Single)
    .Where(cell => options["--cells"].Split(',').Any(word => word.EndsWith('$') ? cell.Name == word[..^1] : cell.Name.Contains(word)))
    .ToList();
if (cells.Count == 0)
{
    Console.Error.WriteLine($"no cell has {options["--cells"]} in its name; for example {Cells.Single[^1].Name}");
    return 2;
}

var unpause = new UnderTest(options["--unpause"]);
var (first, count) = (int.Parse(options["--seed"]), int.Parse(options["--seeds"]));
var keep = options["--keep"].Length > 0;
var folder = keep ? options["--keep"] : Directory.CreateTempSubdirectory("truth-").FullName;
var watch = Stopwatch.StartNew();
var scores = new ConcurrentBag<Score>();
using var lines = options["--out"].Length > 0 ? new StreamWriter(options["--out"]) : null;
try
{
    // Neighbouring seeds must not take neighbouring cells of a matrix that is larger than the run: a step that is prime to every size.
    Parallel.ForEach(
        Enumerable.Range(first, count), new ParallelOptions { MaxDegreeOfParallelism = int.Parse(options["--jobs"]) }, seed =>
        {
            if (watch.Elapsed.TotalMinutes > double.Parse(options["--minutes"])) return;
            var cell = cells[(int)(seed * 1_000_003L % cells.Count)];
            var scene = Scene.Measure(World.Simulate(cell, seed), seed);
            var files = Path.Combine(folder, $"{cell.Name.Replace('/', '.')}-{seed}");
            UnderTest.Write(files, scene);
            var score = Score.Of(seed, scene, unpause.Ask(files, scene));
            scores.Add(score);
            var line = Table.Line(score, scene);
            lock (scores)
            {
                lines?.WriteLine(line);
                if (count <= 20) Console.Error.WriteLine(line);
            }

            if (!keep) Directory.Delete(files, recursive: true);
            else File.WriteAllText(Path.Combine(files, "command"), $"unpause {string.Join(' ', UnderTest.Arguments(files, scene))}\n{line}\n");
        });
}
finally
{
    if (!keep) Directory.Delete(folder, recursive: true);
}

Console.WriteLine($"{scores.Count} scenarios of {cells.Count} cells, seeds from {first}, in {watch.Elapsed.TotalSeconds:F0} s: {unpause.Library}\n");
Console.Write(Table.Markdown(new Tally([.. scores.OrderBy(score => score.Scenario.Seed)])));
if (scores.Count < count) Console.Error.WriteLine($"only {scores.Count} of {count} seeds in {options["--minutes"]} minutes");
return 0;
