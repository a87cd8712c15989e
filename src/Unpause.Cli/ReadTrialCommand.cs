using System.CommandLine;
using System.Text.Json;
using Unpause.Cli.Tuning;
using Unpause.Experiments.Tuning;
using Unpause.Requests;
using Unpause.Requests.Latencies;

namespace Unpause.Cli;

/// <summary>
/// Started by <c>tune</c> to read a trial's files without root's rights; prints the numbers. Not for users.
/// </summary>
internal static class ReadTrialCommand
{
    private static readonly Option<long?> Began = new(TrialCommandLine.Began), From = new(TrialCommandLine.From);
    private static readonly Option<long?> Until = new(TrialCommandLine.Until), Slow = new(TrialCommandLine.Slow);
    private static readonly Option<string?> Requests = new(TrialCommandLine.Requests), Recordings = new(TrialCommandLine.Recordings);

    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var command = new Command(TrialCommandLine.Read, "Read one trial of unpause tune.")
            { Recordings, Began, From, Until, Slow, Requests };
        command.Hidden = true;
        command.SetAction(parsed => Run(
            parsed.GetValue(Recordings),
            parsed.GetValue(Requests),
            parsed.GetValue(Began),
            parsed.GetValue(From) is { } from && parsed.GetValue(Until) is { } until
                ? new TrialWindow(from, until) { HasNoWarmUp = parsed.GetValue(Began) == from }
                : null,
            parsed.GetValue(Slow)));
        return command;
    }

    private static int Run(string? recordings, string? requests, long? began, TrialWindow? window, long? slow) =>
        LeastRights.Run(new[] { recordings, requests }.OfType<string>(), [], () =>
        {
            var loaded = recordings is null ? new([], []) : ReadingProgress.Load(InputExpansion.Expand([recordings]));
            string? problem = null;
            var left = requests is null ? [] : InputExpansion.Expand([requests]);
            var table = left is [var only] ? LatencyLoader.Load(only.Input, out problem) : null;
            var asked = left.Count == 0 || table is not null
                ? null
                : ReadingProgress.Load(left, RequestOptions.Default with { BeganUnixNanoseconds = began });
            var numbers = TrialNumbers.Compute(loaded.Recordings, asked?.Sets ?? [], window, slow, table);
            var unread = loaded.Unread.Concat(asked?.Unread ?? []).Take(3).Select(input => $"{input.Name}: {input.Reason}");
            var reading = new TrialReading(
                new(numbers), loaded.Recordings.Count, [.. unread, .. problem is null ? [] : (string[])[problem]])
            {
                Load = table?.Format ?? asked?.Sets.FirstOrDefault()?.Format,
                HasNoMoments = table is not null,
            };
            Console.Out.WriteLine(JsonSerializer.Serialize(reading, TuneFilesJson.Default.TrialReading));
            return ExitCodes.Done;
        });
}
