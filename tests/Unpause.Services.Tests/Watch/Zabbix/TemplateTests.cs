using System.Reflection;
using System.Text.RegularExpressions;
using Unpause.Services.Watch.Zabbix;

namespace Unpause.Services.Tests.Watch.Zabbix;

/// <summary>The template for Zabbix in <c>packaging/watch</c>. That Zabbix takes it is in <see cref="ZabbixTests"/>.</summary>
public sealed partial class TemplateTests
{
    private static readonly string Template = File.ReadAllText(RepositoryFolder.File("packaging", "watch", "zabbix-template.yaml"));

    [Fact]
    public void Keys_OfTheTemplate_AreThoseThatAreSent()
    {
        var sent = typeof(ZabbixItems).GetFields(BindingFlags.Public | BindingFlags.Static).Select(field => field.GetValue(null))
            .OfType<string>().Where(text => text.StartsWith("unpause.", StringComparison.Ordinal)).Order().ToList();

        Assert.InRange(sent.Count, 10, 50);
        Assert.Equal(sent, Keys().Matches(Template).Select(match => match.Groups[1].Value).Order());
    }

    [Fact]
    public void Triggers_OfTheTemplate_NameItsItems()
    {
        var items = Keys().Matches(Template).Select(match => match.Groups[1].Value).ToHashSet();
        var named = Named().Matches(Template).Select(match => match.Groups[1].Value).ToList();

        Assert.InRange(named.Count, 10, 100);
        Assert.Empty(named.Except(items));
    }

    [Fact]
    public void Macros_OfTheTemplate_AreDefined()
    {
        var defined = Defined().Matches(Template).Select(match => match.Groups[1].Value).ToList();

        Assert.Equal(defined.Order(), Macros().Matches(Template).Select(match => match.Groups[1].Value).Distinct().Order());
    }

    [Fact]
    public void Ids_OfTheTemplate_AreRandomAndUnique()
    {
        var ids = Ids().Matches(Template).Select(match => match.Groups[1].Value).ToList();

        Assert.Equal(ids.Count, ids.Distinct().Count());
        // Zabbix refuses others than version 4.
        Assert.All(ids, id => Assert.Matches("^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$", id));
        Assert.InRange(ids.Count, 25, 100);
    }

    [GeneratedRegex(@"\bkey: '?(unpause[a-z_.]+)")]
    private static partial Regex Keys();

    [GeneratedRegex(@"/unpause by Zabbix trapper/(unpause[a-z_.]+)")]
    private static partial Regex Named();

    [GeneratedRegex(@"macro: '\{\$(UNPAUSE[A-Z_.]+)\}'")]
    private static partial Regex Defined();

    // Not the example in the head of the file.
    [GeneratedRegex(@"(?<!#.*)\{\$(UNPAUSE[A-Z_.]+)")]
    private static partial Regex Macros();

    [GeneratedRegex(@"uuid: (\w+)")]
    private static partial Regex Ids();
}
