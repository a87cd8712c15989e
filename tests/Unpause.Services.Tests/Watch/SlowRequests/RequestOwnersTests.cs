using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Requests;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;

namespace Unpause.Services.Tests.Watch.SlowRequests;

public sealed class RequestOwnersTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);

    private static readonly ServedRequest Request = new(Now - TimeSpan.FromSeconds(2), 1_000_000_000);

    [Fact]
    public void Request_OfTheOnlyProcess_IsItsOwn() =>
        Assert.Equal([1], Owners(Request, Process(1, "orders"), Process(2, "other", recorded: false)));

    [Fact]
    public void Request_WithAProcessId_IsOfThatProcess() =>
        Assert.Equal([2], Owners(Request with { Service = new Service(null, 2, null) }, Process(1, "orders"), Process(2, "orders")));

    [Fact]
    public void Request_WithAServicesName_IsOfAllProcessesOfTheService() =>
        Assert.Equal([1, 3], Owners(
            Request with { Service = new Service("orders", null, null) }, Process(1, "orders"), Process(2, "other"), Process(3, "Orders")));

    [Fact]
    public void Request_WithoutAName_IsOfThoseThatWereStoppedDuringIt()
    {
        var (during, before, after, never) = (Process(1, "a"), Process(2, "b"), Process(3, "c"), Process(4, "d"));
        during.Take(new SeenStop(SeenKind.Stop, 300_000_000), Now - TimeSpan.FromSeconds(1.2));
        before.Take(new SeenStop(SeenKind.Stop, 300_000_000), Now - TimeSpan.FromSeconds(2.5));
        after.Take(new SeenStop(SeenKind.Stop, 300_000_000), Now + TimeSpan.FromSeconds(1));

        Assert.Equal([1], Owners(Request, during, before, after, never));
        Assert.Contains("300 ms", RequestOwners.Find([during, never], Request)[0].Why, StringComparison.Ordinal);
    }

    [Fact]
    public void Request_OfAContainer_IsNotMatchedByProcessId()
    {
        var inContainer = Process(1, "orders");
        inContainer.Facts = inContainer.Facts with { Container = "0123456789ab" };

        Assert.Equal([7], Owners(Request with { Service = new Service("users", 1, null) }, inContainer, Process(7, "users", id: 1)));
    }

    private static IEnumerable<int> Owners(ServedRequest request, params FollowedProcess[] watched) =>
        RequestOwners.Find(watched, request)
            .Select(owner => int.Parse(owner.Process.Key, System.Globalization.CultureInfo.InvariantCulture));

    private static FollowedProcess Process(int key, string service, bool recorded = true, int? id = null)
    {
        var name = key.ToString(System.Globalization.CultureInfo.InvariantCulture);
        return new FollowedProcess(name)
        {
            Facts = new RingProcess(name, id ?? key, "jvm", RingProcess.Recording)
            {
                Service = service, Parts = recorded ? [new RingPartInfo("1", Now, false)] : [],
            },
        };
    }
}
