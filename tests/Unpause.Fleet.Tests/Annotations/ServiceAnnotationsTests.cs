using Unpause.Fleet.Annotations;

namespace Unpause.Fleet.Tests.Annotations;

public class ServiceAnnotationsTests
{
    private static readonly string[] Services = ["orders", "search", "orders-api", "team/cart", "deploy", ""];

    [Theory]
    [InlineData("", "deploy,service:orders", "orders")]
    [InlineData("", "deploy,service=Orders", "orders")]
    [InlineData("search 1.5", "deploy,Service: orders", "orders")]
    [InlineData("", "deploy,service:orders,service:search", "orders search")]
    [InlineData("", "deploy,orders", "orders")]
    [InlineData("search 1.5", "deploy,orders", "orders")]
    [InlineData("Deployed orders.", "deploy", "orders")]
    [InlineData("ORDERS: 1.4 -> 1.5", "deploy", "orders")]
    [InlineData("orders-api 2", "deploy", "orders-api")]
    [InlineData("preorders, orders_2, ordersapi", "deploy", "")]
    [InlineData("registry.example/shop/orders:1.5 and team/cart", "deploy", "orders team/cart")]
    [InlineData("service:payments", "deploy", "")]
    [InlineData("orders 1.5", "deploy,service:payments", "")]
    [InlineData("weekly release", "deploy,prod", "")]
    [InlineData("", "deploy", "")]
    public void Of_TagsAndText_NameTheServices(string text, string tags, string expected)
    {
        var annotations = new ServiceAnnotations([Made(text, tags.Split(','))], "deploy", Services);
        Assert.Equal(expected.Split(' ', StringSplitOptions.RemoveEmptyEntries),
            Services.Where(service => annotations.Of(service).Count > 0).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("weekly release", "deploy", 1)]
    [InlineData("orders 1.5", "deploy", 1)]
    [InlineData("orders 1.5", "deploy,service:payments", 0)]
    public void Of_OneServiceOnly_HasWhatNamesNone(string text, string tags, int expected) =>
        Assert.Equal(expected, new ServiceAnnotations([Made(text, tags.Split(','))], "deploy", ["orders"]).Of("orders").Count);

    [Fact]
    public void Of_OneServiceOfSeveral_HasOnlyWhatNamesIt()
    {
        DeployAnnotation[] all = [Made("search 8", "deploy"), Made("orders 2", "deploy")];
        var annotations = new ServiceAnnotations(all, "deploy", ["orders"], isPart: true);
        Assert.Equal("orders 2", Assert.Single(annotations.Of("orders")).Text);
    }

    [Fact]
    public void Notes_OfWhatIsOfNoUse_CountIt()
    {
        var annotations = new ServiceAnnotations(
            [Made("a", "deploy"), Made("b", "deploy", "service:payments"), Made("orders", "deploy")], "deploy", Services);
        Assert.Collection(annotations.Notes(),
            note => Assert.Contains("1 of", note, StringComparison.Ordinal),
            note => Assert.Contains("service:orders", note, StringComparison.Ordinal));
        Assert.Single(new ServiceAnnotations([], "deploy", Services).Notes());
        Assert.Empty(new ServiceAnnotations([Made("orders", "deploy")], "deploy", Services).Notes());
    }

    [Theory]
    [InlineData("  two\n\tlines\u001b[31m ", "two lines [31m")]
    [InlineData("", "deploy, orders")]
    public void Line_OfAnyText_IsOneLine(string text, string expected) => Assert.Equal(expected, Made(text, "deploy", "orders").Line());

    [Fact]
    public void Line_OfALongText_IsShort()
    {
        var line = Made(string.Concat(Enumerable.Repeat("😀", 200))).Line();
        Assert.InRange(line.Length, 100, 120);
        Assert.EndsWith("😀…", line, StringComparison.Ordinal);
    }

    private static DeployAnnotation Made(string text, params string[] tags) =>
        new(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch, text, tags);
}
