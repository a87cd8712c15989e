using System.Net.Sockets;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Notifying;

namespace Unpause.Services.Watch.Zabbix;

/// <summary>Sends values to a Zabbix server or proxy, with a connection for each message as Zabbix's own sender has.</summary>
/// <param name="place">Where it is.</param>
internal sealed class TrapperClient(ZabbixPlace place)
{
    private long _processed, _failed, _lost;

    /// <summary>The longest time of one message.</summary>
    public TimeSpan MostTime { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Where it is.</summary>
    public ZabbixPlace Place => place;

    /// <summary>Values that items took, that no item took, and that were given up because Zabbix did not answer.</summary>
    public (long Processed, long Failed, long Lost) Count =>
        (Interlocked.Read(ref _processed), Interlocked.Read(ref _failed), Interlocked.Read(ref _lost));

    /// <summary>Values were given up.</summary>
    public void Lose(int values) => Interlocked.Add(ref _lost, values);

    /// <summary>Sends values in one message.</summary>
    /// <exception cref="DeliveryException">They were not taken, or nobody knows.</exception>
    public async Task<TrapperAnswer> SendAsync(IReadOnlyCollection<TrapperValue> values, CancellationToken stop)
    {
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limited.CancelAfter(MostTime);
        try
        {
            var message = TrapperProtocol.Request(place.Host, values, DateTimeOffset.UtcNow);
            var answer = TrapperProtocol.Read(await ExchangeAsync(message, limited.Token).ConfigureAwait(false), values.Count);
            Interlocked.Add(ref _processed, answer.Processed);
            Interlocked.Add(ref _failed, answer.Failed);
            return answer;
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new DeliveryException($"no answer in {MostTime.TotalSeconds:0.#} s");
        }
        catch (EndOfStreamException)
        {
            throw new DeliveryException("it closed the connection: are connections from this host allowed, without encryption?");
        }
        catch (Exception failure) when (failure is IOException or SocketException)
        {
            throw new DeliveryException(failure.Message);
        }
    }

    private async Task<byte[]> ExchangeAsync(byte[] message, CancellationToken stop)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(place.Server, place.Port, stop).ConfigureAwait(false);
        using var stream = new NetworkStream(socket);
        await stream.WriteAsync(message, stop).ConfigureAwait(false);
        var header = new byte[TrapperProtocol.HeaderBytes];
        await stream.ReadExactlyAsync(header, stop).ConfigureAwait(false);
        var json = new byte[TrapperProtocol.AnswerLength(header)];
        await stream.ReadExactlyAsync(json, stop).ConfigureAwait(false);
        return json;
    }
}
