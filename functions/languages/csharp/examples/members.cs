using Acme.Zoo;

namespace Acme.Other
{
    /// <summary>One half.</summary>
    public partial class Half : Outer.Base, IHelper
    {
        private Helper helper = new Helper(), spare;
        public event Action Changed { add { Log(value); } remove { } }
        public string Name { get; init; } = "half";

        public Half(Helper given) : base(given) => helper = given;

        public int Both(int a, int b)
        {
            if (a > 0 && b > 0) { return 1; } else if (a < 0 || b < 0) { return 2; }
            for (int i = 0; i < 9; i++) { }
            return 0;
        }

        void Calls()
        {
            "x".Fmt().Length.ToString();
            helper.Self().Help();
            this.helper.Help();
            Helper other = new();
            other.Help();
            foreach (Helper h in All()) h.Help();
            Run(() => { if (other != null) other.Help(); });
            var all = Helper.All.Select(x => x.Self()).ToList();
            Half.Make<int>(1).Calls();
        }

        static Half Make<T>(T x) where T : IHelper, new() => new Half(null);
    }
}
