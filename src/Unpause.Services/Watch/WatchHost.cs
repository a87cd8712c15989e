using System.Globalization;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.History;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Metrics;
using Unpause.Services.Watch.Notifying;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;
using Unpause.Services.Watch.Web;

namespace Unpause.Services.Watch;

/// <summary>
/// The judge of <c>unpause watch</c>. The recorder starts it: the first line of standard input has its settings, and when the input ends
/// the recorder has ended. Lines on standard output ask the recorder to finish a part.
/// </summary>
internal static class WatchHost
{
    // The recorder waits 5 s for this program.
    private static readonly TimeSpan MostEnding = TimeSpan.FromSeconds(3);

    /// <summary>Runs until the recorder ends.</summary>
    /// <param name="program">The program <c>unpause</c>.</param>
    public static int Run(string program)
    {
        if (Console.In.ReadLine() is not { } line || WatchSettings.Parse(line) is not { } settings)
        {
            Console.Error.WriteLine("use: unpause watch");
            return 2;
        }

        if (settings.User is { } user) Rights.Become(user);
        using var stop = new CancellationTokenSource();
        var output = Console.Out;
        Judge? judge = null;
        var durations = new DurationSeries();
        using var watch = new RingWatch(settings.Ring, (process, seen, isNew) =>
        {
            durations.Add(process.Facts, seen, DateTimeOffset.UtcNow);
            if (isNew) judge?.See(process, seen);
        });
        var traces = settings.OtlpTraces ? new TraceStore(TimeSpan.FromSeconds(2 * settings.StretchSeconds)) : null;
        var files = new RequestFiles(settings, traces);
        var keeper = new RingKeeper(settings, new ReportRunner(program)) { Requests = files };
        var memory = new JudgeMemory(settings.Ring);
        judge = new Judge(watch, keeper, settings, key =>
        {
            lock (output)
            {
                output.WriteLine(RingIndex.Finish + key);
                output.Flush();
            }
        }, memory);
        using var sender = AlertSender.Create(settings, Console.Error.WriteLine);
        judge.Sender = sender;
        judge.Resume(DateTimeOffset.UtcNow, sender.Resume);
        judge.Changed = alert =>
        {
            Console.Error.WriteLine(AlertText.Line(alert));
            sender.Send(alert, DateTimeOffset.UtcNow);
        };
        new Thread(() => watch.Run(stop.Token)) { IsBackground = true, Name = "watch the ring" }.Start();
        var slow = new SlowRequestWatch(settings, watch, judge);
        new Thread(() => slow.Run(stop.Token)) { IsBackground = true, Name = "follow requests" }.Start();
        var history = new HistoryKeeper(settings, watch, keeper, files);
        var metrics = new WatchMetrics(watch, judge, keeper, slow, durations, settings);
        var receiver = traces is null ? null : new TraceReceiver(traces, slow);
        var server = new WatchServer(settings, watch, judge, keeper, metrics, receiver);
        using var otlp = settings.Otlp is { } endpoint ? new OtlpSender(metrics, endpoint) : null;
        Task[] parts =
        [
            sender.RunAsync(stop.Token),
            judge.RunAsync(stop.Token),
            judge.KeepAskedAsync(stop.Token),
            history.RunAsync(stop.Token),
            new ChangeProof(settings, program, memory.Changes).RunAsync(stop.Token),
            settings.Listen is { } address ? server.RunAsync(address, stop.Token) : Task.CompletedTask,
            otlp?.RunAsync(stop.Token) ?? Task.CompletedTask,
        ];
        foreach (var part in parts) _ = EndOnFaultAsync(part, stop.Token);
        while (Console.In.ReadLine() is not null)
        {
            // Nothing more is said: the end of the input is what counts.
        }

        stop.Cancel();
        Await(Task.WhenAll(parts), TimeSpan.FromSeconds(1));
        using var last = new CancellationTokenSource(MostEnding);
        Await(history.EndAsync(last.Token), MostEnding);
        return 0;
    }

    /// <summary>A part that fails ends this program, and the recorder starts it again: else nothing would be judged any more.</summary>
    private static async Task EndOnFaultAsync(Task part, CancellationToken stop)
    {
        await part.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (part.Exception?.InnerException is not { } fault) return;
        Console.Error.WriteLine($"unpause watch: {fault}");
        if (!stop.IsCancellationRequested) Environment.Exit(1);
    }

    private static void Await(Task task, TimeSpan most) => task.ContinueWith(_ => { }, TaskScheduler.Default).Wait(most);
}
