using Unpause.Fleet.Sending;
using Unpause.Fleet.Tests.ClickHouse;

namespace Unpause.Fleet.Tests.Sending;

/// <summary>One sender has a folder at a time.</summary>
public sealed class SendPlaceTests : IDisposable
{
    private readonly OwnFolder _reports = new();

    public void Dispose() => _reports.Dispose();

    [Fact]
    public async Task Place_OfASenderThatEnds_IsWaitedFor()
    {
        var first = SendPlace.Open(_reports.Path);
        var second = Task.Run(() => SendPlace.Open(_reports.Path, TimeSpan.FromMinutes(1)).Dispose());
        Assert.False(second.IsCompleted);
        first.Dispose();
        await second.WaitAsync(TimeSpan.FromSeconds(30));
    }
}
