using System.Buffers.Binary;
using System.Globalization;
using System.Net.Sockets;
using Unpause.Services.Watch.Alerts;

namespace Unpause.Services.Watch.Notifying;

/// <summary>systemd's journal, by its native protocol (https://systemd.io/JOURNAL_NATIVE_PROTOCOL): one datagram with fields.</summary>
/// <param name="socket">The journal's socket.</param>
internal sealed class JournalTarget(string socket) : IAlertTarget
{
    /// <summary>Where the journal listens.</summary>
    public const string UsualSocket = "/run/systemd/journal/socket";

    /// <inheritdoc/>
    public string Name => "journal";

    /// <inheritdoc/>
    public TimeSpan MostAge { get; } = TimeSpan.FromMinutes(1);

    /// <inheritdoc/>
    public TimeSpan? RepeatEvery => null;

    /// <inheritdoc/>
    public async Task SendAsync(IReadOnlyList<AlertNotice> notices, CancellationToken stop)
    {
        try
        {
            using var journal = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
            await journal.ConnectAsync(new UnixDomainSocketEndPoint(socket), stop).ConfigureAwait(false);
            foreach (var notice in notices.Where(notice => !notice.IsKnown))
                await journal.SendAsync(Entry(notice), stop).ConfigureAwait(false);
        }
        catch (SocketException failure)
        {
            throw new DeliveryException(failure.Message);
        }
    }

    /// <inheritdoc/>
    public Task RepeatAsync(CancellationToken stop) => Task.CompletedTask;

    /// <inheritdoc/>
    public void Dispose()
    {
        // No connection is kept.
    }

    private static byte[] Entry(AlertNotice notice)
    {
        var alert = notice.Alert;
        using var entry = new MemoryStream();
        // Syslog's levels: critical, warning, informational, and notice for the end of an alert.
        var level = alert.EndedAt is not null ? 5 : alert.Condition.Severity switch { "critical" => 2, "info" => 6, _ => 4 };
        Add("MESSAGE", AlertText.Line(alert, notice.LeftOut));
        Add("PRIORITY", level.ToString(CultureInfo.InvariantCulture));
        Add("SYSLOG_IDENTIFIER", "unpause");
        Add("UNPAUSE_STATE", alert.EndedAt is null ? "firing" : "resolved");
        Add("UNPAUSE_ALERT", AlertText.Label(alert.Condition.Name));
        Add("UNPAUSE_CONDITION", AlertText.Label(alert.Condition.If));
        Add("UNPAUSE_SEVERITY", alert.Condition.Severity);
        Add("UNPAUSE_VALUE", alert.Value.ToString("R", CultureInfo.InvariantCulture));
        Add("UNPAUSE_SERVICE", AlertText.Label(alert.Process.Service));
        Add("UNPAUSE_INSTANCE", AlertText.Label(alert.Process.Instance));
        Add("UNPAUSE_RUNTIME", alert.Process.Runtime);
        Add("UNPAUSE_PID", alert.Process.Id.ToString(CultureInfo.InvariantCulture));
        Add("UNPAUSE_CAUSE", AlertText.Cause(alert));
        Add("UNPAUSE_CHANGE", alert.Kept?.Verdict is { } verdict ? AlertText.Change(verdict) : null);
        Add("UNPAUSE_RING", alert.Kept?.Folder);
        return entry.ToArray();

        void Add(string name, string? text)
        {
            if (text is null) return;
            // The form with a length, which takes any text.
            var value = Encoding.UTF8.GetBytes(AlertText.One(text));
            Span<byte> length = stackalloc byte[sizeof(ulong)];
            BinaryPrimitives.WriteUInt64LittleEndian(length, (ulong)value.Length);
            entry.Write(Encoding.ASCII.GetBytes(name + "\n"));
            entry.Write(length);
            entry.Write(value);
            entry.WriteByte((byte)'\n');
        }
    }
}
