using System.Collections.Concurrent;
using System.Diagnostics;
using Unpause.Bench.AttributionTruth;

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
    var scenarios = options.Scenarios();
    var cells = scenarios.Select(scenario => scenario.Cell).Distinct().Count();
    var watch = Stopwatch.StartNew();
    var scores = new ConcurrentBag<Score>();
    var scratch = Directory.CreateTempSubdirectory("truth-").FullName;
    using var lines = options.Out is { } file ? new StreamWriter(file) : null;
    try
    {
        var unpause = new UnderTest(options.Unpause, Path.Combine(scratch, "unpause"));
        Console.WriteLine($"judged: {unpause.Library}");
        Parallel.ForEach(
            scenarios, new ParallelOptions { MaxDegreeOfParallelism = options.Jobs }, scenario =>
            {
                if (watch.Elapsed > options.Time) return;
                var (seed, cell) = scenario;
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
    Console.WriteLine($"{scores.Count} scenarios of {cells} cells, seeds from {options.Seed}, {took}\n");
    Console.Write(Table.Markdown(new Tally([.. scores.OrderBy(score => score.Scenario.Seed)])));
    if (scores.Count < options.Seeds) Console.Error.WriteLine($"only {scores.Count} of {options.Seeds} seeds {took}");
    return 0;
}
