using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using SharpFuzz;

[assembly: SupportedOSPlatform("linux")]

namespace Unpause.Fuzz;

/// <summary>
/// <c>instrument FILE…</c>, <c>run FOLDER --seconds N</c>, <c>minimise FOLDER</c>, <c>short</c>, <c>replay TARGET [--times N] FILE…</c>,
/// <c>add FOLDER FILES</c>: see tests/fuzz/README.md.
/// </summary>
internal static class Program
{
    private const int Clean = 0, Faulty = 1, Usage = 2, ShortMutations = 2_000, ShortSeed = 37;
    private const double LongestShort = 0.8;

    private static int Main(string[] arguments)
    {
        if (arguments is [])
        {
            Console.Error.WriteLine("instrument FILE…, run FOLDER, minimise FOLDER, add FOLDER FROM, short, or replay TARGET FILE…");
            return Usage;
        }

        if (arguments[0] == "instrument")
        {
            foreach (var file in arguments[1..]) Fuzzer.Instrument(file, _ => true, Options.Value);
            return Clean;
        }

        // Instrumented code writes there from its first branch on.
        new EdgeMap().Begin();
        var code = Usage;
        var thread = new Thread(() => code = OnThread(arguments), FuzzLimits.StackBytes);
        thread.Start();
        thread.Join();
        return code;
    }

    private static int OnThread(string[] arguments) => arguments switch
    {
        ["run", var folder, .. var rest] => Run(folder, rest),
        ["minimise", var folder, .. var rest] => Minimise(folder, rest),
        ["add", var folder, var from] => Add(folder, from),
        ["list"] => List(),
        ["short", ..] => Short(arguments[1..]),
        ["replay", var name, .. var files] => Replay(name, files),
        _ => Usage,
    };

    private static IEnumerable<FuzzTarget> Wanted(string[] options) =>
        FuzzTargets.All.Where(target => Option(options, "--target") is not { } name || target.Name == name);

    private static string? Option(string[] options, string name) =>
        Array.IndexOf(options, name) is var at and >= 0 && at + 1 < options.Length ? options[at + 1] : null;

    private static int Number(string[] options, string name, int otherwise) =>
        Option(options, name) is { } text ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;

    private static int List()
    {
        foreach (var target in FuzzTargets.All) Console.WriteLine(target.Name);
        return Clean;
    }

    /// <summary>
    /// Goes round the targets until the time is over. One process does it all, because compiling takes longer than a round; whoever
    /// started it starts it again when an input has ended it.
    /// </summary>
    private static int Run(string folder, string[] options)
    {
        var (seconds, slice) = (Number(options, "--seconds", 60), Number(options, "--slice", 20));
        var seed = Number(options, "--seed", Random.Shared.Next());
        var (worker, workers) = (Number(options, "--worker", 0), Number(options, "--workers", 1));
        var all = Stopwatch.StartNew();
        var runs = new Dictionary<FuzzTarget, FuzzRun>();
        var targets = Wanted(options).Where((_, i) => i % workers == worker).ToList();
        while (all.Elapsed.TotalSeconds < seconds)
        {
            foreach (var target in targets.TakeWhile(_ => all.Elapsed.TotalSeconds < seconds))
                Slice(folder, target, runs, TimeSpan.FromSeconds(slice), seed);
        }

        return runs.Values.Sum(run => run.Faults) == 0 ? Clean : Faulty;
    }

    private static void Slice(string folder, FuzzTarget target, Dictionary<FuzzTarget, FuzzRun> runs, TimeSpan time, int seed)
    {
        Directory.CreateDirectory(Path.Combine(folder, target.Name));
        using var watch = new HangWatch(Path.Combine(folder, target.Name, "current"));
        var started = Stopwatch.StartNew();
        if (!runs.TryGetValue(target, out var run))
        {
            var inputs = new FuzzFolder(folder);
            run = runs[target] = new FuzzRun(target, inputs, seed, guided: true);
            run.Seed(inputs.Seeds(target), watch);
        }

        var before = run.Counted;
        run.Fuzz(time, watch);
        run.Counted = run.Executions;
        var line = FormattableString.Invariant(
            $"{target.Name}\t{run.Executions - before}\t{started.Elapsed.TotalSeconds:F0}\t{run.Edges}\t{run.Kept}\t{run.Faults}\t{seed}");
        Console.WriteLine(line);
        File.AppendAllText(Path.Combine(folder, "runs.tsv"), line + "\n");
    }

    private static int Minimise(string folder, string[] options)
    {
        foreach (var target in Wanted(options))
        {
            using var watch = new HangWatch(Path.Combine(folder, "current"));
            var run = new FuzzRun(target, new FuzzFolder(null), 0, guided: true, later: false);
            run.Seed([.. new FuzzFolder(folder).Seeds(target)], watch);
            var kept = run.Minimised();
            if (Directory.Exists(FuzzFolder.Corpus(target))) Directory.Delete(FuzzFolder.Corpus(target), recursive: true);
            Directory.CreateDirectory(FuzzFolder.Corpus(target));
            foreach (var input in kept) File.WriteAllBytes(Path.Combine(FuzzFolder.Corpus(target), FuzzFolder.Name(input)), input);
            var bytes = kept.Sum(input => input.Length);
            Console.WriteLine($"{target.Name}: {kept.Count} files, {bytes:N0} bytes, of {run.Kept}; {run.Edges} edges");
        }

        return Clean;
    }

    /// <summary>Puts the files of a folder into the queues of the targets whose format they have.</summary>
    private static int Add(string folder, string from)
    {
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var input = File.ReadAllBytes(file);
            if (input.Length is 0 or > FuzzLimits.InputBytes) continue;
            foreach (var target in FuzzTargets.All.Where(target => target.Takes(input))) new FuzzFolder(folder).Keep(target, input);
        }

        return Clean;
    }

    /// <summary>The form of ./test: the kept inputs, and as many changed ones of each target, always the same.</summary>
    private static int Short(string[] options)
    {
        var current = Path.Combine(Path.GetTempPath(), $"unpause-fuzz-{Environment.ProcessId}");
        var (faults, total) = (0, 0L);
        try
        {
            foreach (var target in Wanted(options))
            {
                using var watch = new HangWatch(current);
                var run = new FuzzRun(target, new FuzzFolder(Option(options, "--keep")), ShortSeed, guided: false);
                run.Seed([.. FuzzFolder.Kept(target).Select(File.ReadAllBytes)], watch);
                run.Fuzz(TimeSpan.FromSeconds(LongestShort), watch, ShortMutations);
                Console.WriteLine($"{target.Name}: {run.Executions:N0} inputs, {run.Faults} faults");
                faults += run.Faults;
                total += run.Executions;
                if (run.Kept == 0)
                {
                    Console.Error.WriteLine($"{target.Name}: no corpus in {FuzzFolder.Corpus(target)}");
                    faults++;
                }
            }
        }
        finally
        {
            File.Delete(current);
        }

        Console.WriteLine($"{total:N0} inputs, {faults} faults");
        return faults == 0 ? Clean : Faulty;
    }

    /// <summary>`--times N` tells what the input costs once everything is compiled, and which stage it is.</summary>
    private static int Replay(string name, string[] options)
    {
        var target = FuzzTargets.All.First(target => target.Name == name);
        var (times, files) = options is ["--times", var count, .. var rest]
            ? (int.Parse(count, CultureInfo.InvariantCulture), rest)
            : (1, options);
        foreach (var file in files)
        {
            var input = File.ReadAllBytes(file);
            for (var time = 0; time < times; time++)
            {
                var started = Stopwatch.StartNew();
                var later = target.Read(input);
                var read = started.Elapsed.TotalMilliseconds;
                later?.Invoke();
                Console.WriteLine(
                    $"{file}: {input.Length:N0} bytes, read {read:N1} ms, later stages {started.Elapsed.TotalMilliseconds - read:N1} ms");
            }
        }

        return Clean;
    }
}
