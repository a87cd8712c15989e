using System.Globalization;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.History;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Metrics;
using Unpause.Services.Watch.Notifying;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;
using Unpause.Services.Watch.Traces;
using Unpause.Services.Watch.Web;
using Unpause.Services.Watch.Zabbix;

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
    /// <param name="handed">The settings, where this program was restricted and started anew with them; null: from standard input.</param>
    public static int Run(string program, int? handed)
    {
        var line = handed is { } descriptor ? Confinement.Take(descriptor) : Console.In.ReadLine();
        if (line is null || WatchSettings.Parse(line) is not { } settings)
        {
            Console.Error.WriteLine("use: unpause watch");
            return 2;
        }

        if (settings.User is { } user) Rights.Become(user);
        if (handed is null && Confinement.TryApply(JudgeReach.From(settings, program)))
            Confinement.Become(["watch", ServiceCommand.RestrictedOption, $"{Confinement.Hand(line)}"]);
        return Run(program, settings, isRestricted: handed is not null);
    }

    private static int Run(string program, WatchSettings settings, bool isRestricted)
    {
        using var stop = new CancellationTokenSource();
        var output = Console.Out;
        Judge? judge = null;
        TraceJoin? join = null;
        var durations = new DurationSeries();
        var standard = settings.Semconv ? new StandardMetrics() : null;
        using var watch = new RingWatch(settings.Ring, (process, seen, isNew) =>
        {
            var now = DateTimeOffset.UtcNow;
            durations.Add(process.Facts, seen, now);
            standard?.Add(process.Facts, seen, now);
            if (!isNew) return;
            judge?.See(process, seen);
            if (seen.Kind == SeenKind.Request) join?.Take(process, seen, now);
        })
        {
            // A slow request is looked for as far back as the ring goes; the live page and Zabbix look back a minute.
            Remembered = TimeSpan.FromSeconds(
                settings.Alerts.Select(one => one.OverSeconds).Append(settings.StretchSeconds).Append(60).Max()),
        };
        using var spans = settings is { Otlp: { } collector, OtlpSpansMs: { } least } ? new SpanSender(collector, least) : null;
        join = new TraceJoin(watch, TimeSpan.FromSeconds(settings.StretchSeconds))
        {
            Delayed = delayed =>
            {
                durations.Exemplify(delayed);
                spans?.Add(delayed, DateTimeOffset.UtcNow);
            },
        };
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
        var zabbix = settings.Zabbix is { } place
            ? new ZabbixSender(new TrapperClient(place), watch, judge, Console.Error.WriteLine)
            : null;
        using var sender = AlertSender.Create(settings, Console.Error.WriteLine, zabbix?.Alerts);
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
        var metrics = new WatchMetrics(watch, judge, keeper, slow, durations, settings)
        {
            IsRestricted = isRestricted, Standard = standard, Join = join, Spans = spans, Zabbix = zabbix?.Client,
        };
        var receiver = traces is null ? null : new TraceReceiver(traces, slow, join);
        var server = new WatchServer(settings, watch, judge, keeper, metrics, receiver);
        using var otlp = settings.Otlp is { } endpoint ? new OtlpSender(metrics, endpoint) : null;
        Task[] parts =
        [
            sender.RunAsync(stop.Token),
            Task.Factory.StartNew(() => judge.Run(stop.Token), stop.Token, TaskCreationOptions.LongRunning, TaskScheduler.Default),
            join.RunAsync(stop.Token),
            spans?.RunAsync(stop.Token) ?? Task.CompletedTask,
            judge.KeepAskedAsync(stop.Token),
            history.RunAsync(stop.Token),
            new ChangeProof(settings, program, memory.Changes).RunAsync(stop.Token),
            settings.Listen is { } address ? server.RunAsync(address, stop.Token) : Task.CompletedTask,
            settings.MetricsListen is { } other
                ? new MetricsServer(settings, watch, metrics).RunAsync(other, stop.Token)
                : Task.CompletedTask,
            otlp?.RunAsync(stop.Token) ?? Task.CompletedTask,
            zabbix?.RunAsync(stop.Token) ?? Task.CompletedTask,
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
