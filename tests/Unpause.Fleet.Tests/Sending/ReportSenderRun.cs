using Unpause.Fleet.Sending;
using Unpause.Fleet.Tests.Receiving;

namespace Unpause.Fleet.Tests.Sending;

/// <summary>A sender of a folder, as the command makes one each time; its clock can jump to the end of each wait.</summary>
internal sealed class ReportSenderRun : IDisposable
{
    private readonly string _folder;
    private readonly SendPlace _place;
    private readonly SentReports _sent;
    private readonly ReportSender _sender;

    public ReportSenderRun(Uri receiver, string folder, TimeProvider? clock = null, string? token = RunningReceiver.Token)
    {
        _folder = folder;
        _place = SendPlace.Open(folder);
        _sent = new(_place.SentFile(receiver.AbsoluteUri));
        _sender = new(receiver, token, _sent, new(TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(5)), clock ?? new JumpingClock());
    }

    public async Task<SendTally> SendAsync()
    {
        var tally = new SendTally();
        await _sender.SendAsync(FoundReports.Of([_folder]), tally, default);
        return tally;
    }

    public void Dispose()
    {
        _sender.Dispose();
        _sent.Dispose();
        _place.Dispose();
    }
}

/// <summary>A clock that jumps to the end of each wait.</summary>
internal sealed class JumpingClock : TimeProvider
{
    private readonly Lock _lock = new();

    public List<TimeSpan> Waits { get; } = [];

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (dueTime > TimeSpan.Zero)
        {
            lock (_lock) Waits.Add(dueTime);
        }

        return System.CreateTimer(callback, state, TimeSpan.FromMilliseconds(1), period);
    }
}
