using Unpause.Fleet.Stores;
using Unpause.Recordings;

namespace Unpause.Fleet.Tests;

public class SelectionTextTests
{
    [Fact]
    public void Parse_OfNamesAndValues_SelectsThem()
    {
        var selection = SelectionText.Parse("service=orders, version=1=2,host=web-1,runtime=jvm", null, DateTimeOffset.UnixEpoch);
        Assert.Equal(("orders", "1=2", "web-1", "jvm"), (selection.Service, selection.Version, selection.Host, selection.Runtime));
        Assert.Equal(DateTimeOffset.UnixEpoch, selection.To);
    }

    [Fact]
    public void Parse_OfNothing_SelectsAll() => Assert.Equal(new FleetSelection(), SelectionText.Parse(null, null, null));

    [Theory]
    [InlineData("")]
    [InlineData("orders")]
    [InlineData("=orders")]
    [InlineData("pod=orders")]
    [InlineData("service=")]
    [InlineData("service= ,host=a")]
    [InlineData("service=orders,")]
    [InlineData("service=orders,service=carts")]
    public void Parse_OfSomethingElse_IsAMistake(string text) =>
        Assert.Throws<UserMistake>(() => SelectionText.Parse(text, null, null));
}
