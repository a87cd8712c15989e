using System.CommandLine;
using System.ComponentModel;
using System.Diagnostics;
using Spectre.Console;

namespace Unpause.Experiments.Labs;

/// <summary><c>unpause lab recommendations</c>: incident 5 as a Flask service under load from Locust.</summary>
public static class RecommendationsLab
{
    /// <summary>The fix of incident 5. The service then also freezes its catalogue.</summary>
    private const string Tuned = "RECOMMENDATIONS_GC_THRESHOLD=10000,20,10";

    private const int MostWorkers = 64;

    /// <summary>Describes the command.</summary>
    public static Command Create(Func<IAnsiConsole> openResults)
    {
        var command = new Command(
            "recommendations",
            "Incident 5: slow requests of a Flask service, with unexplained gaps in their traces. Needs Debian's "
            + "python3-flask, gunicorn, python3-locust.");
        var options = new LabOptions(command, new LabLoad(20, 80, 100_000_000));
        var workers = LabOptions.Number("--workers", "Worker processes of the service.", 1);
        var verbose = new Option<bool>("--verbose", "-v") { Description = "Also show the error of the predicted p99." };
        command.Add(workers);
        command.Add(verbose);
        command.SetAction(parsed =>
            Run(options.Read(parsed), LabOptions.Within(parsed, workers, MostWorkers), parsed.GetValue(verbose), openResults));
        return command;
    }

    private static int Run(LabLoad load, int workers, bool verbose, Func<IAnsiConsole> openResults)
    {
        if (ServicePython.Find(out var lacking) is not { } python)
        {
            Console.Error.WriteLine($"unpause: {lacking}; running the same incident as a script instead (unpause lab film)");
            return FilmLab.Run(FilmLab.FullSize, FilmLab.UsualPairs, openResults);
        }

        var console = openResults();
        using var folder = LabFolder.Extract("recommendations");
        var runs = load.Keep ?? folder["runs"];
        string[] driver = [python, "-I", folder["drive.py"]];
        LabEnding.WarnIfBusy();
        var pairs = new List<ServicePair>();
        for (var number = 1; number <= load.Pairs; number++)
        {
            // In turn, so that a drift in the machine's speed does not favour one side.
            var fixFirst = number % 2 == 0;
            if (Record(fixFirst, number) is not { } first || Record(!fixFirst, number) is not { } second) return ExitCodes.Interrupted;
            pairs.Add(fixFirst ? new ServicePair(second, first) : new ServicePair(first, second));
        }

        ServicePairWriter.Write(console, pairs, verbose);
        if (load.Keep is { } kept) Console.Error.WriteLine($"kept the runs in {kept}");
        return ExitCodes.Done;

        ServiceRun? Record(bool tuned, int number)
        {
            var which = tuned ? "fix" : "bug";
            string[] environment = tuned ? [Tuned] : [];
            Console.Error.WriteLine(
                $"{which}{(load.Pairs > 1 ? $" {number} of {load.Pairs}" : "")}: {load.Rate} requests a second for {load.Seconds} s");
            return ServiceRun.Record(
                driver, environment, new LabTask(which, Path.Combine(runs, $"{which}-{number}"), number, load), workers);
        }
    }
}

/// <summary>Finds the Python with the packages that the recommendations service and its load test import.</summary>
internal static class ServicePython
{
    private static readonly (string Module, string Package)[] Needed =
        [("flask", "python3-flask"), ("gunicorn", "gunicorn"), ("locust", "python3-locust")];

    /// <summary>
    /// The first python3 in PATH with all packages: of a virtual environment, or the system's with Debian's packages.
    /// </summary>
    /// <param name="lacking">What to install, when none has all.</param>
    /// <returns>Its path; null when none has all.</returns>
    public static string? Find(out string? lacking)
    {
        lacking = null;
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries);
        IReadOnlyList<string> fewest = ["python3", .. Needed.Select(needed => needed.Package)];
        foreach (var python in folders.Select(folder => Path.Combine(folder, "python3")).Where(File.Exists))
        {
            var missing = Missing(python);
            if (missing.Count == 0) return python;
            if (missing.Count < fewest.Count) fewest = missing;
        }

        lacking =
            $"the service needs {string.Join(", ", fewest)}: apt-get install {string.Join(' ', Needed.Select(needed => needed.Package))}";
        return null;
    }

    private static IReadOnlyList<string> Missing(string python)
    {
        // -I: the load test starts without the current folder and PYTHONPATH, so they do not count here.
        const string Code = "import importlib.util, sys; print(*(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))";
        var start = new ProcessStartInfo(
            python,
            ["-I", "-c", Code, .. Needed.Select(needed => needed.Module)]) { UseShellExecute = false, RedirectStandardOutput = true };
        try
        {
            using var process = Process.Start(start)!;
            var modules = process.StandardOutput.ReadToEnd().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
            process.WaitForExit();
            if (process.ExitCode == 0) return [.. Needed.Where(needed => modules.Contains(needed.Module)).Select(needed => needed.Package)];
        }
        catch (Win32Exception)
        {
            // It cannot be executed.
        }

        return ["python3", .. Needed.Select(needed => needed.Package)];
    }
}
