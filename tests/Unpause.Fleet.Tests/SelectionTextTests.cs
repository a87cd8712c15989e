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

    [Theory]
    [InlineData("")]
    [InlineData(null)]
    public void Parse_OfNothing_SelectsAll(string? text) => Assert.Equal(new FleetSelection(), SelectionText.Parse(text, null, null));

    [Theory]
    [InlineData("orders")]
    [InlineData("=orders")]
    [InlineData("pod=orders")]
    public void Parse_OfSomethingElse_IsAMistake(string text) =>
        Assert.Throws<UserMistake>(() => SelectionText.Parse(text, null, null));
}
