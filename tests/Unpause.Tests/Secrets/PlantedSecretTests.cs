using FsCheck;
using FsCheck.Fluent;
using Unpause.Recordings.Secrets;

namespace Unpause.Tests.Secrets;

/// <summary>No part of a secret of any characters that its form allows survives; the text around it nearly always does.</summary>
public class PlantedSecretTests
{
    private const int Tests = 2000;

    private const string Letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    /// <summary>The form, with § for the secret, and the signs that the secret may have beside letters and digits.</summary>
    public static TheoryData<string, string> Forms => new()
    {
        { "java -Xmx4g -Dpassword=§ -jar app.jar", "!#$%&()*+,./:;<=>?@[]^_`{|}~-\"'é秘" },
        { "app --token=§ serve", "!#$%&()*+,./:;<=>?@[]^_`{|}~-\"'é秘" },
        { "app --token § serve", "!#$%&()*+,./:;<=>?@[]^_`{|}~-\"'é秘" },
        { "app --db-password \"§\" serve", "!#$%&()*+,./:;<=>?@[]^_`{|}~-' é秘" },
        { "app --secret='§' serve", "!#$%&()*+,./:;<=>?@[]^_`{|}~-\" é秘" },
        { "app /pwd:§ serve", "!#$%&()*+,.;<>?@[]^_`{|}~-é秘" },
        { "API_KEY=§ app", "!#$%&()*+,./:;<=>?@[]^_`{|}~-\"'é秘" },
        { "app -p § serve", "!#$%&()*+,/:;<=>?@[]^_`{|}~-é秘" },
        { "psql postgres://me:§@db:5432/shop", "!$%()*+,/<=>[]^_`{|}~-.é秘" },
        { "get https://§@host/path", "!$%()*+,._`~-é秘" },
        { "GET /orders?key=§&page=§ HTTP/1.1", "!$%()*+,./:;=@[]^_{|}~-é秘" },
        { "Server=db;Password=§;Timeout=3", "!$%&()*+,./:<=>@[]^_`{|}~- é秘" },
        { "-H \"Authorization: Bearer §\" x", "!#$%&()*+,./:;<=>?@[]^_`{|}~-é秘" },
        { "{\"password\": \"§\", \"threads\": 4}", "!#$%&()*+,./:;<=>?@[]^_`{|}~-' é秘" },
        { "--db=root:§@tcp(db:3306)/shop", "!#$%&*+,./:;<>?[]^_`{|}~-é秘" },
    };

    [Theory]
    [MemberData(nameof(Forms))]
    public void PlantedSecret_PlantedSecret_NeverSurvives(string form, string signs)
    {
        var secrets =
            from first in Gen.Elements(Letters.ToCharArray())
            from rest in Gen.ArrayOf(Gen.Frequency((3, Gen.Elements(Letters.ToCharArray())), (1, Gen.Elements(signs.ToCharArray()))))
            from last in Gen.Elements(Letters.ToCharArray())
            select $"Q{first}{new string(rest)}{last}Z";
        var exact = 0;
        Prop.ForAll(Arb.From(secrets), secret =>
        {
            var shown = Redaction.Text(form.Replace("§", secret, StringComparison.Ordinal));
            // The user name is hidden with the password.
            var expected = form.Replace("//me:§", "//§", StringComparison.Ordinal).Replace("Bearer §", "§", StringComparison.Ordinal)
                .Replace("§", Redaction.Hidden, StringComparison.Ordinal);
            if (shown == expected) exact++;
            return !HasPartOf(secret, shown) || Explain(form, secret, shown);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(Tests).WithQuietOnSuccess(true));
        // A password may end like the end of one, and be followed by what resembles its rest: then more is hidden than must be.
        Assert.InRange(exact, Tests * 97 / 100, Tests);
    }

    private static bool HasPartOf(string secret, string shown)
    {
        const int Part = 6;
        var length = Math.Min(Part, secret.Length);
        return Enumerable.Range(0, secret.Length - length + 1)
            .Any(at => shown.AsSpan().IndexOf(secret.AsSpan(at, length), StringComparison.Ordinal) >= 0);
    }

    /// <summary>Between arguments nothing can be mistaken: blanks, quotes and line ends are the secret's own.</summary>
    [Fact]
    public void PlantedSecret_PlantedSecretArgument_NeverSurvives() => Prop.ForAll<NonEmptyString>(text =>
    {
        var secret = $"Q{text.Get}Z";
        var shown = Redaction.Arguments(["app", $"--password={secret}", "--token", secret, "serve"]);
        return shown.SequenceEqual(["app", "--password=[hidden]", "--token", "[hidden]", "serve"]);
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(2000).WithQuietOnSuccess(true));

    [Fact]
    public void PlantedSecret_AnyText_DoesNotThrow() => Prop.ForAll<string>(text =>
    {
        Redaction.RequestName(text ?? "");
        Redaction.Arguments([text ?? "", text ?? ""]);
        return Redaction.Text(text ?? "") is not null;
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(5000).WithQuietOnSuccess(true));

    [Fact]
    public void PlantedSecret_SchemeInAMySqlPassword_IsHidden() => Assert.Equal(
        "--db=root:[hidden]@tcp(db:3306)/shop", Redaction.Text("--db=root:Q88p:S0Q13://BaO8QoéI!6_mv]Cf9秘,K9M3@tcp(db:3306)/shop"));

    /// <summary>32 random signs, of which at least one is a digit, are no name.</summary>
    [Theory]
    [InlineData("0123456789abcdef")]
    [InlineData("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")]
    public void PlantedSecret_RandomRun_IsHiddenWhateverItsName(string signs)
    {
        var random = new Random(7);
        var survived = 0;
        for (var i = 0; i < 10_000; i++)
        {
            var key = new string(random.GetItems<char>(signs, 40));
            if (Redaction.Text($"app --x={key}").Contains(key, StringComparison.Ordinal)) survived++;
        }

        Assert.InRange(survived, 0, 40);
    }

    private static bool Explain(string form, string secret, string shown) =>
        throw new InvalidOperationException($"{form} with {secret} became {shown}");
}
