using Unpause.Recorder.Live;
using Unpause.Recorder.Rings;

namespace Unpause.Recorder.Tests.Rings;

public class RingSelectionTests
{
    private static readonly LiveProcess Orders = new(4711, "web", "jvm")
    {
        Service = "orders.service",
        Pod = "orders-7d9f",
        ContainerId = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        Command = ["/usr/lib/jvm/bin/java", "-Xmx1g", "-jar", "/srv/app/orders.jar"],
    };

    [Theory]
    [InlineData("4711")]
    [InlineData("orders")]
    [InlineData("orders.service")]
    [InlineData("order*")]
    [InlineData("*-7d9f")]
    [InlineData("0123456789ab")]
    [InlineData("java")]
    public void Word_ThatNamesTheProcess_Selects(string word) => Assert.True(new RingSelection([word]).Matches(Orders));

    [Theory]
    [InlineData("471")]
    [InlineData("order")]
    [InlineData("0123456789a")]
    [InlineData("Xmx1g")]
    [InlineData("srv")]
    public void Word_ThatNamesSomethingElse_DoesNot(string word) => Assert.False(new RingSelection([word]).Matches(Orders));

    [Fact]
    public void Selection_WithoutWords_TakesAllOfItsUsers()
    {
        Assert.True(new RingSelection([]).Matches(Orders));
        Assert.True(new RingSelection([]) { Users = ["web"] }.Matches(Orders));
        Assert.False(new RingSelection([]) { Users = ["root"] }.Matches(Orders));
    }

    [Fact]
    public void Script_OfAnInterpreter_IsAName()
    {
        var worker = new LiveProcess(1, "web", "cpython") { Command = ["/usr/bin/python3", "-u", "/srv/worker.py", "orders"] };

        Assert.True(new RingSelection(["worker.py"]).Matches(worker));
        Assert.True(new RingSelection(["worker"]).Matches(worker));
        // An argument of the program is not its name.
        Assert.False(new RingSelection(["orders"]).Matches(worker));
    }

    [Fact]
    public void Code_OnACommandLine_IsNoName()
    {
        var inline = new LiveProcess(1, "web", "cpython") { Command = ["/usr/bin/python3", "-c", "password = 'x'", "orders"] };

        Assert.Equal("python3", RingSelection.NameOf(inline));
    }
}
