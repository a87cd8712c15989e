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
    /// <summary>The request on standard output: <c>finish KEY</c>.</summary>
    private const string Finish = "finish ";

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
        judge = new Judge(watch, keeper, settings, key =>
        {
            lock (output)
            {
                output.WriteLine(Finish + key);
                output.Flush();
            }
        }, new JudgeMemory(settings.Ring));
        using var sender = AlertSender.Create(settings, Console.Error.WriteLine);
        judge.Sender = sender;
        judge.Resume(DateTimeOffset.UtcNow, sender.Resume);
        judge.Changed = alert =>
        {
            Console.Error.WriteLine(AlertText.Line(alert));
            sender.Send(alert, DateTimeOffset.UtcNow);
        };
        var sending = sender.RunAsync(stop.Token);
        var watching = new Thread(() => watch.Run(stop.Token)) { IsBackground = true, Name = "watch the ring" };
        watching.Start();
        var judging = judge.RunAsync(stop.Token);
        var slow = new SlowRequestWatch(settings, watch, judge);
        new Thread(() => slow.Run(stop.Token)) { IsBackground = true, Name = "follow requests" }.Start();
        var history = new HistoryKeeper(settings, watch, keeper, files);
        var keeping = history.RunAsync(stop.Token);
        var metrics = new WatchMetrics(watch, judge, keeper, durations, settings);
        var receiver = traces is null ? null : new TraceReceiver(traces, slow);
        var served = settings.Listen is { } address
            ? WatchServer.Start(address, settings, watch, judge, keeper, metrics, receiver, stop.Token)
            : Task.CompletedTask;
        using var otlp = settings.Otlp is { } endpoint ? new OtlpSender(metrics, endpoint) : null;
        var sent = otlp?.RunAsync(stop.Token) ?? Task.CompletedTask;
        while (Console.In.ReadLine() is not null)
        {
            // Nothing more is said: the end of the input is what counts.
        }

        stop.Cancel();
        Task.WhenAll(judging, served, sending, sent, keeping).Wait(TimeSpan.FromSeconds(1));
        using var last = new CancellationTokenSource(MostEnding);
        history.EndAsync(last.Token).ContinueWith(_ => { }, TaskScheduler.Default).Wait(MostEnding);
        return 0;
    }
}
