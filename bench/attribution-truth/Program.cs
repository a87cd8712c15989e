using System.Collections.Concurrent;
using System.Diagnostics;
using Unpause.Bench.AttributionTruth;

// A step through the cells that is prime to their number: neighbouring seeds take cells that lie apart.
const long stride = 1_000_003;
const int printed = 20;

try
{
    return Judge(Options.Read(args));
}
catch (Exception mistake) when (mistake is ArgumentException or FormatException or FileNotFoundException)
{
    Console.Error.WriteLine(mistake.Message);
    return 2;
}

static int Judge(Options options)
{
    var cells = options.Cells();
    var watch = Stopwatch.StartNew();
    var scores = new ConcurrentBag<Score>();
    var scratch = Directory.CreateTempSubdirectory("truth-").FullName;
    using var lines = options.Out is { } file ? new StreamWriter(file) : null;
    try
    {
        var unpause = new UnderTest(options.Unpause, Path.Combine(scratch, "unpause"));
        Console.WriteLine($"judged: {unpause.Library}");
        Parallel.ForEach(
            Enumerable.Range(options.Seed, options.Seeds), new ParallelOptions { MaxDegreeOfParallelism = options.Jobs }, seed =>
            {
                if (watch.Elapsed > options.Time) return;
                var cell = cells[(int)(seed * stride % cells.Count)];
                var scene = Scene.Measure(World.Simulate(cell, seed), seed);
                var files = Path.Combine(options.Keep ?? scratch, $"{cell.Name.Replace('/', '.')}-{seed}");
                UnderTest.Write(files, scene);
                var score = Score.Of(seed, scene, unpause.Ask(files, scene));
                scores.Add(score);
                var line = Table.Line(score, scene);
                lock (scores)
                {
                    lines?.WriteLine(line);
                    if (options.Seeds <= printed) Console.Error.WriteLine(line);
                }

                var command = $"unpause {string.Join(' ', UnderTest.Arguments(files, scene))}";
                if (options.Keep is null) Directory.Delete(files, recursive: true);
                else File.WriteAllLines(Path.Combine(files, "command"), [command, line]);
            });
    }
    finally
    {
        Directory.Delete(scratch, recursive: true);
    }

    var took = $"in {watch.Elapsed.TotalSeconds:F0} s";
    Console.WriteLine($"{scores.Count} scenarios of {cells.Count} cells, seeds from {options.Seed}, {took}\n");
    Console.Write(Table.Markdown(new Tally([.. scores.OrderBy(score => score.Scenario.Seed)])));
    if (scores.Count < options.Seeds) Console.Error.WriteLine($"only {scores.Count} of {options.Seeds} seeds {took}");
    return 0;
}
