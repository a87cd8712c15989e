using System.CommandLine;

namespace Unpause.Cli.Labs;

/// <summary><c>unpause lab recommendations</c>: incident 5 as a Flask service that Locust asks.</summary>
internal static class RecommendationsLab
{
    /// <summary>Incident 5's own setting for its service; the service then freezes its catalogue too.</summary>
    private const string Tuned = "RECOMMENDATIONS_GC_THRESHOLD=10000,20,10";

    private const int MostPairs = 20;
    private const int MostSeconds = 600;
    private const int MostRate = 1000;
    private const int MostWorkers = 64;

    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var seconds = Number("--seconds", "How long each run is under load.", 25);
        var rate = Number("--rate", "Requests a second.", 80);
        var workers = Number("--workers", "Worker processes of the service.", 1);
        var pairs = Number("--pairs", "How often bug and fix are run, to see how far the numbers can be trusted.", 1);
        var slow = new Option<string>("--slow") { Description = "Requests longer than this are slow.", DefaultValueFactory = _ => "100ms", HelpName = "DURATION" };
        var keep = new Option<string>("--keep") { Description = "Keep recordings, traces and client-side times in this folder.", HelpName = "FOLDER" };
        var command = new Command("recommendations", "Incident 5: slow requests of a Flask service, with a hole in their traces. Needs Debian's python3-flask, gunicorn, python3-locust.")
        {
            seconds, rate, workers, pairs, slow, keep,
        };
        command.SetAction(parsed => Run(new ServiceLoad(
            Within(parsed, seconds, MostSeconds),
            Within(parsed, rate, MostRate),
            Within(parsed, workers, MostWorkers),
            Within(parsed, pairs, MostPairs),
            Threshold(parsed.GetValue(slow)!),
            parsed.GetValue(keep))));
        return command;
    }

    private static Option<int> Number(string name, string description, int value) => new(name) { Description = description, DefaultValueFactory = _ => value, HelpName = "N" };

    private static int Within(ParseResult parsed, Option<int> option, int most) =>
        parsed.GetValue(option) is var value && value >= 1 && value <= most ? value : throw new UserMistake($"{option.Name} must be from 1 to {most}");

    private static long Threshold(string slow) =>
        Quantities.TryParseDuration(slow, out var threshold) ? (long)threshold : throw new UserMistake($"--slow {slow} is no duration: write for example --slow 100ms");

    private static int Run(ServiceLoad load)
    {
        if (ServicePython.Find(out var lacking) is not { } python)
        {
            Console.Error.WriteLine($"unpause: {lacking}; meanwhile the same incident as a script (unpause lab film)");
            return FilmLab.Run(FilmLab.FullSize);
        }

        using var folder = LabFolder.Extract("recommendations");
        var runs = load.Keep ?? folder["runs"];
        string[] driver = [python, "-I", folder["drive.py"]];
        var pairs = new List<ServicePair>();
        for (var number = 1; number <= load.Pairs; number++)
        {
            // In turn, so that a machine that gets slower or faster meanwhile does not favour one of them.
            var fixFirst = number % 2 == 0;
            if (Record(fixFirst, number) is not { } first || Record(!fixFirst, number) is not { } second) return ExitCodes.Interrupted;
            pairs.Add(fixFirst ? new ServicePair(second, first) : new ServicePair(first, second));
        }

        ServicePairWriter.Write(Terminal.ForResults(), pairs);
        if (load.Keep is { } kept) Console.Error.WriteLine($"kept the runs in {kept}");
        return ExitCodes.Done;

        ServiceRun? Record(bool tuned, int number)
        {
            var which = tuned ? "fix" : "bug";
            string[] environment = tuned ? [Tuned] : [];
            Console.Error.WriteLine($"{which}{(load.Pairs > 1 ? $" {number} of {load.Pairs}" : "")}: {load.Rate} requests a second for {load.Seconds} s");
            return ServiceRun.Record(driver, environment, Path.Combine(runs, $"{which}-{number}"), number, load);
        }
    }
}
