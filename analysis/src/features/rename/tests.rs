//! Each test renames in a small workspace and shows the files that changed.

use crate::fixture::Fixture;
use expect_test::{Expect, expect};

/// The changed files as they are afterwards, or the refusal.
fn renamed(text: &str, new_name: &str) -> String {
    let fixture = Fixture::new(text);
    let analysis = fixture.host.analysis();
    let cursor = fixture.cursor.expect("a cursor");
    let prepared = analysis.prepare_rename(cursor).expect("no writer");
    let edits = match analysis.rename(cursor, new_name).expect("no writer") {
        Ok(edits) => edits,
        Err(refusal) => return format!("refused: {}\n", refusal.message()),
    };
    assert!(prepared.is_ok(), "prepare must not refuse what rename does: {prepared:?}");
    let mut shown = String::new();
    for (file, list) in &edits.edits {
        let path = analysis.path(*file).expect("no writer").expect("a path");
        let mut content = fixture.text(&path).to_string();
        for (range, new_text) in list.iter().rev() {
            content.replace_range(range.start as usize..range.end as usize, new_text);
        }
        shown += &format!("//- {path}\n{content}");
    }
    for file_move in &edits.moves {
        let path = analysis.path(file_move.file).expect("no writer").expect("a path");
        shown += &format!("{path} => {}\n", file_move.to);
    }
    shown
}

fn check(text: &str, new_name: &str, expected: Expect) {
    expected.assert_eq(&renamed(text, new_name));
}

const MODULE: &str = "//- /env/modules/m/manifests/init.pp\n# @summary x\n# @param port\n#   Where.\nclass m(Integer $port = 1) {\n  notice(\"${port} $port\")\n  file { '/a': content => template('m/a.erb') }\n}\n//- /env/modules/m/templates/a.erb\n<%= @port %> <%= scope['m::port'] %>\n//- /env/modules/m/templates/b.epp\n<%= $m::port %>\n//- /env/data/common.yaml\nlookup_options:\n  m::port:\n    merge: first\nm::port: 3\nm::free: \"%{lookup('m::port')}\"\n";

#[test]
fn a_parameter_with_its_data_templates_and_declarations() {
    check(
        &format!("class {{ 'm': port => 2 }}\nnotice($m::po$0rt, lookup('m::port'), Class['m']['port'])\n{MODULE}"),
        "listen",
        expect![[r#"
            //- /env/manifests/site.pp
            class { 'm': listen => 2 }
            notice($m::listen, lookup('m::listen'), Class['m']['listen'])
            //- /env/modules/m/manifests/init.pp
            # @summary x
            # @param listen
            #   Where.
            class m(Integer $listen = 1) {
              notice("${listen} $listen")
              file { '/a': content => template('m/a.erb') }
            }
            //- /env/modules/m/templates/a.erb
            <%= @listen %> <%= scope['m::listen'] %>
            //- /env/modules/m/templates/b.epp
            <%= $m::listen %>
            //- /env/data/common.yaml
            lookup_options:
              m::listen:
                merge: first
            m::listen: 3
            m::free: "%{lookup('m::listen')}"
        "#]],
    );
}

#[test]
fn a_class_with_its_file_variables_and_keys() {
    check(
        &format!(
            "include m$0, '::m'\nClass['m'] -> File['/a']\nnotice($m::port, $::m::port, getvar('m::port'))\n{MODULE}"
        ),
        "m::server",
        expect![[r#"
            //- /env/manifests/site.pp
            include m::server, '::m::server'
            Class['m::server'] -> File['/a']
            notice($m::server::port, $::m::server::port, getvar('m::server::port'))
            //- /env/modules/m/manifests/init.pp
            # @summary x
            # @param port
            #   Where.
            class m::server(Integer $port = 1) {
              notice("${port} $port")
              file { '/a': content => template('m/a.erb') }
            }
            //- /env/modules/m/templates/a.erb
            <%= @port %> <%= scope['m::server::port'] %>
            //- /env/modules/m/templates/b.epp
            <%= $m::server::port %>
            //- /env/data/common.yaml
            lookup_options:
              m::server::port:
                merge: first
            m::server::port: 3
            m::free: "%{lookup('m::server::port')}"
            /env/modules/m/manifests/init.pp => /env/modules/m/manifests/server.pp
        "#]],
    );
}

#[test]
fn a_define_in_all_its_forms() {
    check(
        "m::site { 'a': }\nM::Site['a'] -> M::Site <| title == 'a' |>\ncreate_resources('m::site', { 'b' => {} })\nif defined('m::site') { }\n//- /env/modules/m/manifests/site.pp\ndefine m::si$0te() {}\n",
        "m::web::page",
        expect![[r#"
            //- /env/manifests/site.pp
            m::web::page { 'a': }
            M::Web::Page['a'] -> M::Web::Page <| title == 'a' |>
            create_resources('m::web::page', { 'b' => {} })
            if defined('m::web::page') { }
            //- /env/modules/m/manifests/site.pp
            define m::web::page() {}
            /env/modules/m/manifests/site.pp => /env/modules/m/manifests/web/page.pp
        "#]],
    );
}

#[test]
fn a_function_and_a_type_alias() {
    check(
        "notice(m::f(1), 1.m::f)\n//- /env/modules/m/functions/f.pp\nfunction m::f$0(M::Port $x) { $x }\n//- /env/modules/m/types/port.pp\ntype M::Port = Integer\n//- /env/modules/m/templates/a.erb\n<%= scope.call_function('m::f', [1]) %>\n",
        "m::double",
        expect![[r#"
            //- /env/manifests/site.pp
            notice(m::double(1), 1.m::double)
            //- /env/modules/m/functions/f.pp
            function m::double(M::Port $x) { $x }
            //- /env/modules/m/templates/a.erb
            <%= scope.call_function('m::double', [1]) %>
            /env/modules/m/functions/f.pp => /env/modules/m/functions/double.pp
        "#]],
    );
    check(
        "//- /env/modules/m/functions/f.pp\nfunction m::f(Array[M::Port] $x) { $x }\n//- /env/modules/m/types/port.pp\ntype M::Po$0rt = Integer\n",
        "M::IPPort",
        expect![[r#"
            //- /env/modules/m/functions/f.pp
            function m::f(Array[M::IPPort] $x) { $x }
            //- /env/modules/m/types/port.pp
            type M::IPPort = Integer
            /env/modules/m/types/port.pp => /env/modules/m/types/ipport.pp
        "#]],
    );
}

#[test]
fn a_local_variable_and_a_lambda_parameter() {
    check(
        "$a = 1\n[1].each |$x| { notice($a$0, \"${x} ${a}\") }\n",
        "$b",
        expect![[r#"
        //- /env/manifests/site.pp
        $b = 1
        [1].each |$x| { notice($b, "${x} ${b}") }
    "#]],
    );
    check(
        "$a = 1\n[1].each |$x| { notice($a, \"${x$0} ${a}\") }\n",
        "y",
        expect![[r#"
        //- /env/manifests/site.pp
        $a = 1
        [1].each |$y| { notice($a, "${y} ${a}") }
    "#]],
    );
}

#[test]
fn a_parameter_of_a_template() {
    check(
        "notice(epp('m/a.epp', { 'port' => 1, x => 2 }))\n//- /env/modules/m/manifests/init.pp\nclass m { $port = 1 }\n//- /env/modules/m/templates/a.epp\n<%- | $po$0rt | -%>\n<%= $port %>\n",
        "listen",
        expect![[r#"
            //- /env/manifests/site.pp
            notice(epp('m/a.epp', { 'listen' => 1, x => 2 }))
            //- /env/modules/m/templates/a.epp
            <%- | $listen | -%>
            <%= $listen %>
        "#]],
    );
}

#[test]
fn a_free_key() {
    check(
        "notice(lookup('some.deep'), lookup('so$0me'))\n//- /env/data/a.yaml\nsome:\n  deep: 1\n\"x\": \"%{lookup('some.deep')}\"\n",
        "other",
        expect![[r#"
            //- /env/manifests/site.pp
            notice(lookup('other.deep'), lookup('other'))
            //- /env/data/a.yaml
            other:
              deep: 1
            "x": "%{lookup('other.deep')}"
        "#]],
    );
}

#[test]
fn a_class_that_data_includes() {
    check(
        "lookup('classes').include\n//- /env/modules/m/manifests/a.pp\nclass m::a$0 {}\n//- /env/data/a.yaml\nclasses: [m::a, 'm::b']\nname: m::a\n",
        "m::c",
        expect![[r#"
            //- /env/modules/m/manifests/a.pp
            class m::c {}
            //- /env/data/a.yaml
            classes: [m::c, 'm::b']
            name: m::a
            /env/modules/m/manifests/a.pp => /env/modules/m/manifests/c.pp
        "#]],
    );
}

fn check_refused(text: &str, new_name: &str, expected: &str) {
    assert_eq!(renamed(text, new_name), format!("refused: {expected}\n"));
}

#[test]
fn what_is_not_ours_is_refused() {
    check_refused("notice$0(1)\n", "x", "the function `notice` is Puppet's own");
    check_refused("fi$0le { '/a': }\n", "x", "the type `File` is Puppet's own");
    check_refused("file { '/a': ens$0ure => file }\n", "x", "the attribute `ensure` is Puppet's own");
    check_refused(
        "notice($facts['o$0s'])\n",
        "x",
        "`os` is a fact, or a variable that Puppet sets: its name comes from outside of the code",
    );
    check_refused("define d() { notice($ti$0tle) }\n", "x", "`$title` is set by Puppet");
    check_refused("file { '/$0a': }\n", "x", "a resource's title may be its name on the node: change it by hand");
    check_refused(
        "include v$0\n//- /env/Puppetfile\nmod 'a-v'\n//- /env/modules/v/manifests/init.pp\nclass v {}\n",
        "v::b",
        "`v` belongs to the module `v`, which is installed and not developed here",
    );
}

#[test]
fn a_template_that_is_named_by_the_module_around_its_call() {
    check(
        "//- /env/modules/m/manifests/init.pp\nclass m {\n  notice(epp(\"${module_name}/a.epp\", { 'x' => 1 }))\n}\n\
         //- /env/modules/m/templates/a.epp\n<%- | $x$0 | -%>\n<%= $x %>\n",
        "y",
        expect![[r#"
            //- /env/modules/m/manifests/init.pp
            class m {
              notice(epp("${module_name}/a.epp", { 'y' => 1 }))
            }
            //- /env/modules/m/templates/a.epp
            <%- | $y | -%>
            <%= $y %>
        "#]],
    );
}

#[test]
fn a_parameter_of_what_is_defined_twice_is_refused() {
    check_refused(
        "m::d { 'x': p => 1 }\n//- /env/modules/m/manifests/d.pp\ndefine m::d($p) {}\n\
         //- /env/modules/m/spec/fixtures/modules/m/manifests/d.pp\ndefine m::d($p$0) {}\n",
        "q",
        "`m::d` is defined elsewhere too (modules/m/manifests/d.pp:1), and its uses do not say which one they mean",
    );
}

#[test]
fn invalid_and_taken_names_are_refused() {
    let module = "//- /env/modules/m/manifests/a.pp\nclass m::a($p, $q = 1) {}\n//- /env/modules/m/manifests/b.pp\nclass m::b {}\n";
    let class = format!("include m::a$0\n{module}");
    check_refused(&class, "m::b", "`m::b` is taken already (modules/m/manifests/b.pp:1)");
    check_refused(&class, "other::a", "there is no module `other` that the definition could be moved to");
    check_refused(
        &class,
        "m::Bad",
        "`m::Bad` is not a valid name: each part begins with a small letter and has small letters, digits and `_`; parts are joined by `::`",
    );
    let parameter = format!("class {{ 'm::a': p$0 => 1 }}\n{module}");
    check_refused(&parameter, "q", "`$q` is taken already (modules/m/manifests/a.pp:1)");
    check_refused(&parameter, "tag", "`tag` cannot be used: every resource has a metaparameter of this name");
    check_refused(&parameter, "title", "`$title` cannot be used: Puppet sets this variable itself");
    check_refused("$a$0 = 1\n$b = $a\n", "b", "`$b` is taken already (manifests/site.pp:2)");
    check_refused("$a = 1\n[2].each |$b| { notice($a$0) }\n", "b", "`$b` is taken already (manifests/site.pp:2)");
    check_refused(
        "class x { $a$0 = 1\n notice($osfamily) }\n",
        "osfamily",
        "`$osfamily` is taken already (manifests/site.pp:2)",
    );
}

#[test]
fn dynamic_uses_are_refused() {
    let define = "//- /env/modules/m/manifests/d.pp\ndefine m::d($p$0 = 1) {}\n";
    check_refused(
        &format!("create_resources('m::d', $all)\n{define}"),
        "q",
        "code gives parameters by a hash (manifests/site.pp:1): what it names is known only when the code runs, so it might stop working",
    );
    check_refused(
        &format!("\nm::d {{ 'x': * => $all }}\n{define}"),
        "q",
        "code gives parameters by a hash (manifests/site.pp:2): what it names is known only when the code runs, so it might stop working",
    );
    let class = "//- /env/modules/m/manifests/a.pp\nclass m::a$0($p = 1) {}\n";
    check_refused(
        &format!("include \"m::${{x}}\"\n{class}"),
        "m::b",
        "code puts together the name of a class (manifests/site.pp:1): what it names is known only when the code runs, so it might stop working",
    );
    let parameter = "//- /env/modules/m/manifests/a.pp\nclass m::a($p$0 = 1) {}\n";
    for declaration in ["class { \"m::${x}\": p => 2 }", "create_resources('class', { \"m::${x}\" => { 'p' => 2 } })"] {
        check_refused(
            &format!("{declaration}\n{parameter}"),
            "q",
            "code declares a class whose name it puts together (manifests/site.pp:1): what it names is known only when the code runs, so it might stop working",
        );
    }
    check_refused(
        &format!("File <| tag == 'a' |>\n{class}"),
        "m::b",
        "code selects by a tag that the old name gives (manifests/site.pp:1): what it names is known only when the code runs, so it might stop working",
    );
    check_refused(
        &format!("//- /env/data/a.yaml\nlookup_options:\n  '^m::a::.*':\n    merge: hash\nm::a::p: 1\n{class}"),
        "m::b",
        "`lookup_options` names keys by a pattern (data/a.yaml:2): what it names is known only when the code runs, so it might stop working",
    );
}

#[test]
fn a_template_that_others_share_is_refused() {
    let text = "//- /env/modules/m/manifests/a.pp\nclass m::a($v$0) { notice(template('m/x.erb')) }\n//- /env/modules/m/manifests/b.pp\nclass m::b($v) { notice(template('m/x.erb')) }\n//- /env/modules/m/templates/x.erb\n<%= @v %>\n";
    check_refused(
        text,
        "w",
        "another variable of this name is given to a template that uses this one (modules/m/templates/x.erb:1): what it names is known only when the code runs, so it might stop working",
    );
}

#[test]
fn a_template_that_a_variable_names() {
    let text = "//- /env/modules/m/manifests/a.pp\nclass m::a($v$0, $t = 'm/x.erb') { notice(template($t)) }\n//- /env/modules/m/templates/x.erb\n";
    check_refused(
        &format!("{text}<%= @v %>\n"),
        "w",
        "a template uses a variable of this name, and no code here names the template (modules/m/templates/x.erb:1): what it names is known only when the code runs, so it might stop working",
    );
    check(
        &format!("{text}<%= scope['m::a::v'] %>\n"),
        "w",
        expect![[r#"
            //- /env/modules/m/manifests/a.pp
            class m::a($w, $t = 'm/x.erb') { notice(template($t)) }
            //- /env/modules/m/templates/x.erb
            <%= scope['m::a::w'] %>
        "#]],
    );
}

#[test]
fn a_literal_hash_of_attributes_is_renamed() {
    check(
        "m::d { 'x': * => { 'p' => 1 } + { q => 2 } }\ncreate_resources(m::d, { 'y' => { 'p' => 1 } }, { p => 2 })\n//- /env/modules/m/manifests/d.pp\ndefine m::d($p$0, $q = 1) {}\n",
        "path",
        expect![[r#"
            //- /env/manifests/site.pp
            m::d { 'x': * => { 'path' => 1 } + { q => 2 } }
            create_resources(m::d, { 'y' => { 'path' => 1 } }, { path => 2 })
            //- /env/modules/m/manifests/d.pp
            define m::d($path, $q = 1) {}
        "#]],
    );
}
